// NDN packets right behind Ethernet headers, out of one capture and into counters: every element but InputDeMux, the
// ICN ones, NameTable and OutputMux is FastClick's own. INTERESTS and DATA name the captures; ports are Faces 1 and 2.
require(package "augustus");

t :: NameTable(PIT 4096, CS 4096);
in :: InputDeMux; out :: OutputMux;
check :: CheckICNHeader;
cs :: ICN_CS(t); pit :: ICN_PIT(t); fib :: ICN_FIB;

interests :: FromDump($INTERESTS, ACTIVE false) -> Strip(14) -> [0] in;
data :: FromDump($DATA, ACTIVE false) -> Strip(14) -> [1] in;

in -> check;
check [0] -> asked :: Counter -> cs -> pit -> fib -> out;
check [1] -> [1] pit;
check [2] -> bad :: Counter -> Drop(malformed);
cs [1] -> hits :: Counter -> out;
pit [1] -> kept :: Counter -> [1] cs;
pit [2] -> out;

out [0] -> to_consumer :: Counter -> Discard;
out [1] -> to_producer :: Counter -> Discard;
