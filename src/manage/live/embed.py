# SPDX-License-Identifier: Apache-2.0
"""Makes the C++ file that holds page.html. Usage: embed.py PAGE OUTPUT"""
import sys
from pathlib import Path

page = Path(sys.argv[1]).read_bytes()
rows = (", ".join(map(str, page[at:at + 32])) for at in range(0, len(page), 32))
Path(sys.argv[2]).write_text(
    '#include "manage/live/page.hh"\n\nnamespace augustus::manage {\nnamespace {\nconstexpr unsigned char bytes[] = {\n'
    + ",\n".join(rows)
    + "};\n}  // namespace\n\nconst std::string_view live_page(reinterpret_cast<const char*>(bytes), sizeof(bytes));\n\n"
      "}  // namespace augustus::manage\n")
