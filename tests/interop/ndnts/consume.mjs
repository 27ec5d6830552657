// SPDX-License-Identifier: Apache-2.0
// consume.mjs URI PREFIX FILE: fetches the object below the prefix into the file.
import { writeFile } from "node:fs/promises";

import { Name } from "@ndn/packet";
import { fetch } from "@ndn/segmented-object";

import { connect } from "./connect.mjs";

const [, , uri, prefix, file] = process.argv;
const { fw, face } = await connect(uri);
await writeFile(file, await fetch(new Name(prefix), { cOpts: { fw } }));
face.close();
process.exit(0);
