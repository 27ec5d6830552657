// SPDX-License-Identifier: Apache-2.0
// A forwarder of our own with one face to the router: unix:///path, udp://host:port, tcp://host:port, ws://host:port/.
import { Forwarder } from "@ndn/fw";
import { TcpTransport, UdpTransport, UnixTransport } from "@ndn/node-transport";
import { WsTransport } from "@ndn/ws-transport";

/**
 * @param {string} uri
 * @param {{ producer?: boolean }} options a producer takes no route towards the router
 */
export async function connect(uri, { producer = false } = {}) {
  const fw = Forwarder.create();
  const attributes = { fw, ...(producer && { addRoutes: [] }) };
  const { protocol, hostname, port, pathname } = new URL(uri);
  const face = await {
    "unix:": () => UnixTransport.createFace({ ...attributes, l3: { local: true } }, pathname),
    "tcp:": () => TcpTransport.createFace(attributes, hostname, Number(port)),
    "udp:": () => UdpTransport.createFace(attributes, { host: hostname, port: Number(port) }),
    "ws:": () => WsTransport.createFace(attributes, uri),
  }[protocol]();
  return { fw, face };
}
