// SPDX-License-Identifier: Apache-2.0
// node produce_file.mjs PREFIX FILE: serves the file below the prefix, in segments, until it is stopped.
import { enableNfdPrefixReg } from "@ndn/nfdmgmt";
import { digestSigning, Name } from "@ndn/packet";
import { FileChunkSource, serve } from "@ndn/segmented-object";

import { openFace } from "./router.mjs";

const [, , prefix, file] = process.argv;
const face = await openFace({ addRoutes: [] });
// What is served below is registered with the router.
enableNfdPrefixReg(face, { signer: digestSigning });
serve(new Name(prefix), new FileChunkSource(file), { announcement: new Name(prefix) });
console.log(`serving ${prefix}`);
