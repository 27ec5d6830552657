// SPDX-License-Identifier: Apache-2.0
// node consume_file.mjs PREFIX FILE: fetches what is below the prefix, many segments under way at once, into the file.
import { writeFile } from "node:fs/promises";

import { Name } from "@ndn/packet";
import { fetch } from "@ndn/segmented-object";

import { openFace } from "./router.mjs";

const [, , prefix, file] = process.argv;
const face = await openFace();
await writeFile(file, await fetch(new Name(prefix)));
face.close();
