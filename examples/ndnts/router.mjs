// SPDX-License-Identifier: Apache-2.0
// A face to the router that NDN_CLIENT_TRANSPORT names (unix:///run/nfd/nfd.sock without it).
import { UnixTransport } from "@ndn/node-transport";

/** @param {{ addRoutes?: [] }} attributes a producer takes no route towards the router: `addRoutes: []` */
export function openFace(attributes = {}) {
  const { pathname } = new URL(process.env.NDN_CLIENT_TRANSPORT ?? "unix:///run/nfd/nfd.sock");
  return UnixTransport.createFace({ l3: { local: true }, ...attributes }, pathname);
}
