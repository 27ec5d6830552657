#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes manual pages, shell completions and Markdown pages from what the router's binary says of its own subcommands and options.

Usage: scripts/describe_commands.py BINARY [--manual FOLDER --configuration FILE] [--bash FILE] [--zsh FILE] [--pages FOLDER]

docs/commands comes from --pages: make it again when a subcommand changes."""
from __future__ import annotations

import argparse
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

SEE_ALSO = "https://named-data.net, and /usr/share/doc/augustus/docs"

# Values that a shell can complete: by the name that --help gives them.
FILES = {"FILE", "PATH", "FOLDER"}


def walk(command: dict, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict]]:
    """Each command with the words that call it."""
    words = (*words, command["name"])
    yield words, command
    for inner in command["commands"]:
        yield from walk(inner, words)


# Manual pages

def roff(text: str) -> str:
    """Text as roff prints it letter by letter."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in escaped.splitlines())


def option_heading(option: dict) -> str:
    value = f" \\fI{roff(option['value'])}\\fR" if option["value"] else ""
    if option["names"]:
        return ", ".join(f"\\fB{roff(name)}\\fR" for name in option["names"]) + value
    return f"\\fI{roff(option['value'] or 'ARGUMENT')}\\fR"


def section(command: dict) -> list[str]:
    lines = []
    for option in command["options"]:
        lines += [".TP", option_heading(option), roff(option["help"])]
    return lines


def inner_commands(words: tuple[str, ...], command: dict) -> list[str]:
    lines = []
    for inner_words, inner in list(walk(command))[1:]:
        name = " ".join((*words, *inner_words[1:]))
        lines += [f".SS {roff(name)}", roff(inner["help"])] + section(inner)
        if inner["footer"]:
            lines += [".PP", roff(inner["footer"])]
    return lines


def header(title: str, number: int, version: str, name: str, help_text: str) -> list[str]:
    return [f'.TH {roff(title.upper())} {number} "" "{roff(version)}" "Augustus manual"', ".SH NAME",
            f"{roff(name)} \\- {roff(help_text[0].lower() + help_text[1:])}"]


def top_page(top: dict, version: str) -> str:
    lines = header("augustus", 1, version, "augustus", "a router for Named Data Networking, and its tools")
    lines += [".SH SYNOPSIS", ".B augustus", "\\fISUBCOMMAND\\fR [\\fIoption\\fR ...]", ".SH DESCRIPTION", roff(top["help"])]
    lines += [".SH SUBCOMMANDS"]
    for command in top["commands"]:
        lines += [".TP", f"\\fBaugustus {roff(command['name'])}\\fR", f"{roff(command['help'])}: "
                  f"\\fBaugustus\\-{roff(command['name'])}\\fR(1)"]
    lines += [".SH OPTIONS"] + section(top)
    lines += [".SH EXIT STATUS", ".TP", "0", "Everything was done.", ".TP", "1", "Something went wrong.", ".TP", "2",
              "The command line or the configuration is not right."]
    lines += [".SH FILES", ".TP", ".I /etc/augustus/augustus.toml", "The configuration: \\fBaugustus.toml\\fR(5)",
              ".TP", ".I /run/nfd/nfd.sock", "Where programs on this machine connect", ".SH SEE ALSO", roff(SEE_ALSO)]
    return "\n".join(lines) + "\n"


def command_page(command: dict, version: str) -> str:
    name = f"augustus-{command['name']}"
    lines = header(name, 1, version, name, command["help"])
    positional = " ".join(f"\\fI{roff(o['positional'])}\\fR" for o in command["options"] if not o["names"])
    verb = " [\\fISUBCOMMAND\\fR]" if command["commands"] else ""
    lines += [".SH SYNOPSIS", f"\\fBaugustus {roff(command['name'])}\\fR{verb} [\\fIoption\\fR ...] {positional}"]
    lines += [".SH DESCRIPTION", roff(command["help"]) + "."]
    if command["footer"]:
        lines += [roff(command["footer"])]
    lines += [".SH OPTIONS"] + section(command)
    if command["commands"]:
        lines += [".SH SUBCOMMANDS"] + inner_commands(("augustus", command["name"]), command)
    lines += [".SH SEE ALSO", "\\fBaugustus\\fR(1), \\fBaugustus.toml\\fR(5)"]
    return "\n".join(lines) + "\n"


def configuration_page(text: str, version: str) -> str:
    lines = header("augustus.toml", 5, version, "augustus.toml", "configuration of the router augustus")
    lines += [".SH DESCRIPTION", "A file in TOML. Every key is here with its default value.", ".SH KEYS", ".nf", roff(text),
              ".fi", ".SH SEE ALSO", "\\fBaugustus\\fR(1), \\fBaugustus\\-run\\fR(1), \\fBaugustus\\-reload\\fR(1)"]
    return "\n".join(lines) + "\n"


def write_manual(top: dict, version: str, folder: Path, configuration: Path) -> None:
    (folder / "man1").mkdir(parents=True, exist_ok=True)
    (folder / "man5").mkdir(parents=True, exist_ok=True)
    (folder / "man1/augustus.1").write_text(top_page(top, version))
    for command in top["commands"]:
        (folder / f"man1/augustus-{command['name']}.1").write_text(command_page(command, version))
    (folder / "man5/augustus.toml.5").write_text(configuration_page(configuration.read_text(), version))


# Pages in Markdown

def page_options(command: dict) -> list[str]:
    rows = []
    for option in command["options"]:
        names = ", ".join(f"`{name}`" for name in option["names"]) or f"`{option['positional']}`"
        value = f" {option['value']}" if option["names"] and option["value"] else ""
        text = " ".join(option["help"].split()).replace("|", "\\|")
        rows.append(f"| {names}{value} | {text} |")
    return ["", "| option | what |", "|---|---|", *rows, ""] if rows else []


def page(command: dict) -> str:
    lines = [f"# augustus {command['name']}", "", command["help"] + "."]
    if command["footer"]:
        lines += ["", command["footer"]]
    lines += page_options(command)
    for words, inner in list(walk(command))[1:]:
        lines += [f"## {' '.join(('augustus', *words))}", "", inner["help"] + "."]
        if inner["footer"]:
            lines += ["", inner["footer"]]
        lines += page_options(inner)
    return "\n".join(lines).rstrip() + "\n"


def write_pages(top: dict, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for command in top["commands"]:
        (folder / f"{command['name']}.md").write_text(page(command))
    listed = [f"| [{c['name']}]({c['name']}.md) | {c['help']} |" for c in top["commands"]]
    (folder / "README.md").write_text("\n".join(
        ["# Subcommands", "", "Made by `scripts/describe_commands.py BINARY --pages docs/commands` from what the program says of itself "
         "(`augustus SUBCOMMAND --help`).", "", "| subcommand | what |", "|---|---|", *listed]) + "\n")


# Completions

def option_names(command: dict) -> list[str]:
    return [name for option in command["options"] for name in option["names"]]


def takes_file(option: dict) -> bool:
    return bool(set(re.findall(r"[A-Z]+", option["value"])) & FILES)


def bash_completion(top: dict) -> str:
    cases = []
    for words, command in walk(top):
        inner = " ".join(c["name"] for c in command["commands"])
        values = " ".join(name for o in command["options"] if o["value"] for name in o["names"])
        files = " ".join(name for o in command["options"] if takes_file(o) for name in o["names"])
        positional = "yes" if any(takes_file(o) for o in command["options"] if not o["names"]) else ""
        cases.append(f"    '{' '.join(words)}')\n      inner='{inner}' options='{' '.join(option_names(command))}'"
                     f" values='{values}' files='{files}' file_word='{positional}' ;;")
    table = "\n".join(cases)
    return f"""# SPDX-License-Identifier: Apache-2.0
# Completion of augustus for bash; made by scripts/describe_commands.py.

# Sets what can follow the words of $1.
_augustus_describe() {{
  inner='' options='' values='' files='' file_word=''
  case "$1" in
{table}
    *) return 1 ;;
  esac
}}

_augustus() {{
  local inner options values files file_word word i
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} path=augustus
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${{COMP_WORDS[i]}}
    _augustus_describe "$path" || return
    if [[ " $inner " == *" $word "* ]]; then
      path="$path $word"
    elif [[ " $values " == *" $word "* ]]; then
      ((i++))
    fi
  done
  _augustus_describe "$path" || return
  COMPREPLY=()
  if [[ " $files " == *" $previous "* ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  elif [[ " $values " == *" $previous "* ]]; then
    :
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$inner" -- "$current")
    [ -z "$file_word" ] || mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$current")
  fi
}}
complete -o filenames -F _augustus augustus
"""


def zsh_quoted(text: str) -> str:
    """For a specification of _arguments or _describe inside single quotes."""
    return re.sub(r"([\\:\[\]])", r"\\\1", text).replace("'", "'\\''")


def zsh_function(words: tuple[str, ...]) -> str:
    return "_" + "_".join(words).replace("-", "_") + "_command"


def zsh_option(option: dict) -> list[str]:
    action = "_files" if takes_file(option) else " "
    value = f":{zsh_quoted(option['value'])}:{action}" if option["value"] else ""
    return [f"    '{name}[{zsh_quoted(option['help'])}]{value}'" for name in option["names"]]


def zsh_completion(top: dict) -> str:
    functions = []
    for words, command in walk(top):
        lines = [line for option in command["options"] for line in zsh_option(option)]
        body = [f"{zsh_function(words)}() {{"]
        if command["commands"]:
            names = "\n".join(f"    '{zsh_quoted(c['name'])}:{zsh_quoted(c['help'])}'" for c in command["commands"])
            cases = "\n".join(f"      {c['name']}) {zsh_function((*words, c['name']))} ;;" for c in command["commands"])
            body += ["  local state line", "  local -a commands=(", names, "  )", "  _arguments -C \\",
                     " \\\n".join([*lines, "    '1: :->command'", "    '*:: :->rest'"]), "  case $state in",
                     "    command) _describe subcommand commands ;;", "    rest)", "      case $line[1] in",
                     cases, "      esac ;;", "  esac"]
        else:
            rest = "_files" if any(takes_file(o) for o in command["options"] if not o["names"]) else " "
            body += ["  _arguments \\", " \\\n".join([*lines, f"    '*: :{rest}'"])]
        functions.append("\n".join([*body, "}"]))
    return ("#compdef augustus\n# SPDX-License-Identifier: Apache-2.0\n"
            "# Completion of augustus for zsh; made by scripts/describe_commands.py.\n\n"
            + "\n\n".join(functions) + "\n\n" + zsh_function(("augustus",)) + ' "$@"\n')


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("binary", type=Path)
    parser.add_argument("--manual", type=Path)
    parser.add_argument("--configuration", type=Path)
    parser.add_argument("--bash", type=Path)
    parser.add_argument("--zsh", type=Path)
    parser.add_argument("--pages", type=Path)
    options = parser.parse_args()

    def ask(word: str) -> str:
        return subprocess.run([options.binary.resolve(), word], check=True, capture_output=True, text=True, timeout=60).stdout

    top = json.loads(ask("describe"))
    if options.manual:
        if not options.configuration:
            parser.error("--manual needs --configuration")
        write_manual(top, ask("--version").strip(), options.manual, options.configuration)
    if options.bash:
        write(options.bash, bash_completion(top))
    if options.zsh:
        write(options.zsh, zsh_completion(top))
    if options.pages:
        write_pages(top, options.pages)


if __name__ == "__main__":
    main()
