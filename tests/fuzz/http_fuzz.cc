// SPDX-License-Identifier: Apache-2.0
// Requests to the HTTP server of the metrics and the live page: however they are split into reads, they get the same
// answers, every answer is one of HTTP, and the connection ends.
#include <sys/socket.h>

#include <string>
#include <string_view>

#include "face/file_descriptor.hh"
#include "fuzz/input.hh"
#include "fuzz/require.hh"
#include "manage/http/http_server.hh"
#include "manage/http/http_session.hh"

namespace {

using namespace augustus;
using namespace augustus::manage;
namespace asio = boost::asio;
using Tcp = asio::ip::tcp;

class Server {
 public:
  Server() : server_(context_, "127.0.0.1", 0, {"router.example"}) {
    server_.serve("/metrics", [] { return HttpAnswer{.body = std::make_shared<std::string>("up 1\n")}; });
    server_.upgrade("/live", [](auto&, const auto&) { return false; });
    server_.upgrade("/taken", [](auto&, const auto&) { return true; });
  }

  /// What is answered to these parts, until the connection ends.
  std::string answers(const std::vector<std::span<const std::uint8_t>>& parts) {
    int ends[2];
    require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    const face::FileDescriptor client(ends[0]);
    Tcp::socket socket(context_);
    socket.assign(Tcp::v4(), ends[1]);
    std::make_shared<HttpSession>(std::move(socket), server_)->start();
    std::string answers;
    for (const auto part : parts) {
      if (send(client.get(), part.data(), part.size(), MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
        break;
      }
      run(client, answers);
    }
    shutdown(client.get(), SHUT_WR);
    for (unsigned rounds = 0; !run(client, answers); ++rounds) {
      require(rounds < 100);
    }
    // What timers and cancelled reads have left.
    context_.restart();
    context_.poll();
    return answers;
  }

 private:
  /// True when the connection has ended.
  bool run(const face::FileDescriptor& client, std::string& answers) {
    context_.restart();
    context_.poll();
    char bytes[4096];
    for (;;) {
      const ssize_t got = recv(client.get(), bytes, sizeof(bytes), MSG_DONTWAIT);
      if (got <= 0) {
        return got == 0;
      }
      answers.append(bytes, static_cast<std::size_t>(got));
    }
  }

  asio::io_context context_;
  HttpServer server_;
};

/// The status codes, in order, but for a refusal at the end: of a request that is both malformed and unfinished only so
/// much is looked at as came at once.
std::vector<unsigned> codes(std::string_view answers) {
  std::vector<unsigned> codes;
  while (!answers.empty()) {
    constexpr std::string_view version = "HTTP/1.";
    require(answers.starts_with(version) && answers.size() > 12);
    const auto code = static_cast<unsigned>(std::stoul(std::string(answers.substr(9, 3))));
    require(code >= 200 && code < 600);
    codes.push_back(code);
    const std::size_t body = answers.find("\r\n\r\n");
    require(body != answers.npos);
    const std::size_t next = answers.find(version, body);
    answers = next == answers.npos ? std::string_view() : answers.substr(next);
  }
  if (!codes.empty() && (codes.back() == 400 || codes.back() == 413 || codes.back() == 431)) {
    codes.pop_back();
  }
  return codes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static auto* const server = new Server;
  Input input(bytes, size);
  const auto cuts = input.bytes(input.below(16));
  auto left = input.rest();
  const std::string whole = server->answers({left});
  std::vector<std::span<const std::uint8_t>> parts;
  for (const std::uint8_t cut : cuts) {
    const std::size_t part = std::min<std::size_t>(cut < 128 ? cut : std::size_t{cut - 127u} * 32, left.size());
    if (part != 0) {
      parts.push_back(left.first(part));
      left = left.subspan(part);
    }
  }
  parts.push_back(left);
  require(codes(whole) == codes(server->answers(parts)));
  return 0;
}
