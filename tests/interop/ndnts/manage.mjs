// SPDX-License-Identifier: Apache-2.0
// manage.mjs URI: walks through the management protocol and prints the status codes as JSON on its last
// line; the steps go to standard error.
import { strict as assert } from "node:assert";

import { ControlParameters, CsInfo, FaceQuery, FaceStatus, GeneralStatus, getPrefix, invoke, invokeCsErase, list,
  RibEntry, StrategyChoice } from "@ndn/nfdmgmt";
import { digestSigning, Name } from "@ndn/packet";

import { connect } from "./connect.mjs";

const [, , uri] = process.argv;
const { fw, face } = await connect(uri);
const isLocal = uri.startsWith("unix:");
const options = { cOpts: { fw }, prefix: getPrefix(isLocal), signer: digestSigning };
const seen = {};
const step = (text) => console.error(text);

async function command(verb, parameters, expected = 200) {
  step(verb);
  const response = await invoke(verb, parameters, options);
  seen[verb] = response.statusCode;
  assert.equal(response.statusCode, expected, `${verb}: ${response.statusCode} ${response.statusText}`);
  return response.body ? ControlParameters.decodeFromResponseBody(response) : undefined;
}

const prefix = new Name("/interop/ndnts/managed");
const registered = await command("rib/register", { name: prefix, origin: 65, cost: 7, flagCapture: true });
assert(registered.name.equals(prefix));
assert.equal(registered.cost, 7);

// Over a face that is not local only /localhop/nfd/rib is there.
if (isLocal) {
  step("status/general");
  const [status] = [await list(GeneralStatus, options)].flat();
  assert(status.startTimestamp > 0 && status.startTimestamp <= status.currentTimestamp);

  step("rib/list");
  const entry = (await list(RibEntry, options)).find(({ name }) => name.equals(prefix));
  assert.equal(entry.route[0].faceId, registered.faceId);
  assert.equal(entry.route[0].cost, 7);
  assert.equal(entry.route[0].origin, 65);

  const created = await command("faces/create", { uri: "udp4://127.0.0.1:9" });
  step("faces/list");
  const faces = await list(FaceStatus, options);
  assert(faces.some(({ faceId, uri }) => faceId === created.faceId && uri === "udp4://127.0.0.1:9"));
  step("faces/query");
  const queried = await list(FaceQuery({ faceId: created.faceId }), options);
  assert.deepEqual(queried.map(({ faceId }) => faceId), [created.faceId]);
  await command("faces/update", { faceId: created.faceId, flagCongestionMarking: true, maskCongestionMarking: true });
  await command("faces/destroy", { faceId: created.faceId });

  const strategy = new Name("/localhost/nfd/strategy/multicast");
  await command("strategy-choice/set", { name: prefix, strategy });
  step("strategy-choice/list");
  const choice = (await list(StrategyChoice, options)).find(({ name }) => name.equals(prefix));
  assert(strategy.isPrefixOf(choice.strategy), `${choice.strategy}`);
  await command("strategy-choice/unset", { name: prefix });

  await command("cs/config", { capacity: 1000 });
  step("cs/info");
  const [cs] = [await list(CsInfo, options)].flat();
  assert.equal(Number(cs.capacity), 1000);
  seen.erased = await invokeCsErase(prefix, options);
}
await command("rib/unregister", { name: prefix, origin: 65 });

console.log(JSON.stringify(seen));
face.close();
process.exit(0);
