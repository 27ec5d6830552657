// SPDX-License-Identifier: Apache-2.0
// produce.mjs URI PREFIX FILE: registers the prefix and serves the file below it until ended.
import { readFile } from "node:fs/promises";

import { ReadvertiseDestination } from "@ndn/fw";
import { enableNfdPrefixReg } from "@ndn/nfdmgmt";
import { digestSigning, Name } from "@ndn/packet";
import { BufferChunkSource, serve } from "@ndn/segmented-object";

import { connect } from "./connect.mjs";

const [, , uri, prefix, file] = process.argv;
const { fw, face } = await connect(uri, { producer: true });
const registration = enableNfdPrefixReg(face, { signer: digestSigning });
serve(new Name(prefix), new BufferChunkSource(await readFile(file), { chunkSize: 4000 }),
  { pOpts: { fw }, signer: digestSigning });

// Advertised as soon as the router has answered 200.
const { ADVERTISED } = ReadvertiseDestination.Status;
const timer = setInterval(() => {
  if ([...registration.table].every(([, { status }]) => status === ADVERTISED)) {
    clearInterval(timer);
    console.log("serving");
  }
}, 20);
