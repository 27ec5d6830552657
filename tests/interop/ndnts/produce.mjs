// SPDX-License-Identifier: Apache-2.0
// produce.mjs URI PREFIX FILE [announce]: registers the prefix and serves the file below it until ended. With
// `announce`, by rib/announce with a signed prefix announcement instead of rib/register.
import { readFile } from "node:fs/promises";

import { ReadvertiseDestination } from "@ndn/fw";
import { generateSigningKey } from "@ndn/keychain";
import { enableNfdPrefixReg, PrefixAnn } from "@ndn/nfdmgmt";
import { digestSigning, Name } from "@ndn/packet";
import { BufferChunkSource, serve } from "@ndn/segmented-object";

import { connect } from "./connect.mjs";

const [, , uri, prefix, file, announce] = process.argv;
const { fw, face } = await connect(uri, { producer: true });
const registration = enableNfdPrefixReg(face, { signer: digestSigning, ...(announce && { PrefixAnn }) });
let announcement;
if (announce) {
  const [signer] = await generateSigningKey("/interop/ndnts/key");
  announcement = await PrefixAnn.build({ announced: new Name(prefix), expirationPeriod: 1200_000, signer });
}
serve(new Name(prefix), new BufferChunkSource(await readFile(file), { chunkSize: 4000 }),
  { pOpts: { fw, announcement }, signer: digestSigning });

// Advertised as soon as the router has answered 200.
const { ADVERTISED } = ReadvertiseDestination.Status;
const timer = setInterval(() => {
  if ([...registration.table].every(([, { status }]) => status === ADVERTISED)) {
    clearInterval(timer);
    console.log("serving");
  }
}, 20);
