// SPDX-License-Identifier: Apache-2.0
#include "main/run/trial.hh"

#include <fmt/format.h>
#include <net/if.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "base/socket_path.hh"
#include "face/file_descriptor.hh"
#include "face/socket_address.hh"
#include "main/run/privileges.hh"
#include "store/ssd/file_lock.hh"
#include "store/ssd/ssd_files.hh"

namespace augustus {
namespace {

namespace fs = std::filesystem;
using face::FileDescriptor;

class Trial {
 public:
  explicit Trial(const manage::Config& config) : config_(config) {}

  std::vector<std::string> run() {
    try_account();
    try_unix();
    for (const auto& address : config_.udp) {
      try_address("faces.udp", address, SOCK_DGRAM);
    }
    for (const auto& address : config_.tcp) {
      try_address("faces.tcp", address, SOCK_STREAM);
    }
    if (config_.websocket) {
      try_address("faces.websocket", *config_.websocket, SOCK_STREAM);
    }
    if (config_.metrics.enabled && config_.metrics.listen.port != 0) {
      try_address("metrics", config_.metrics.listen, SOCK_STREAM);
    }
    for (const auto& interface : config_.multicast_interfaces) {
      try_interface("faces.udp.multicast_interfaces", interface);
    }
    for (std::size_t i = 0; i < config_.ports.size(); ++i) {
      try_port(fmt::format("dpdk.ports[{}].device", i), config_.ports[i].device);
    }
    for (std::size_t i = 0; i < config_.router.ssds.size(); ++i) {
      try_ssd(fmt::format("cs.ssd[{}]", i), config_.router.ssds[i]);
    }
    return std::move(objections_);
  }

 private:
  template <typename... Words>
  void object(const std::string& key, fmt::format_string<Words...> expected, Words&&... words) {
    objections_.push_back(fmt::format("{}: {}: {}", config_.values.place_of(key, config_.file), key,
                                      fmt::format(expected, std::forward<Words>(words)...)));
  }

  void try_account() {
    if (find_account(config_.user, config_.group) && geteuid() != 0) {
      object("run.user", "expected to be started by root, who alone can become user {}", config_.user);
    }
  }

  /// Whether a file can be made there, its folder included.
  void try_folder(const std::string& key, const fs::path& folder, bool may_be_made) {
    std::error_code error;
    if (may_be_made && !fs::exists(folder, error)) {
      try_folder(key, folder.parent_path(), false);
    } else if (!fs::is_directory(folder, error)) {
      object(key, "expected a folder {}", folder.string());
    } else if (access(folder.c_str(), W_OK | X_OK) != 0) {
      object(key, "expected a folder that this user may write to, not {}", folder.string());
    }
  }

  void try_unix() {
    const std::string key = "faces.unix.path";
    const std::string path = config_.unix_path.empty() ? default_socket_path() : config_.unix_path;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (!config_.unix_enabled) {
      return;
    }
    if (path.size() >= sizeof(address.sun_path)) {
      object(key, "expected a path of less than {} bytes", sizeof(address.sun_path));
      return;
    }
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    struct stat found {};
    if (lstat(path.c_str(), &found) != 0) {
      try_folder(key, fs::absolute(path).parent_path(), true);
      return;
    }
    if (!S_ISSOCK(found.st_mode)) {
      object(key, "expected a socket or nothing at {}", path);
      return;
    }
    const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 ||
        errno == EAGAIN) {
      object(key, "expected {} to be free; a router that runs listens there", path);
    } else {
      // One left behind is replaced.
      try_folder(key, fs::absolute(path).parent_path(), false);
    }
  }

  void try_address(const std::string& section, const manage::ListenAddress& listen, int type) {
    const auto address = face::SocketAddress::parse(listen.address, listen.port);
    if (!address) {
      object(section + ".listen", "expected a numeric address, not {}", listen.address);
      return;
    }
    const int on = 1;
    const FileDescriptor socket(::socket(address->family(), type | SOCK_CLOEXEC, 0));
    if (type == SOCK_STREAM) {
      setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    }
    if (address->is_v6()) {
      setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
    }
    // It does not listen: nobody can tell that it was there.
    if (!socket || bind(socket.get(), address->data(), address->size()) != 0) {
      const int error = errno;
      const bool port_is_wrong = error == EADDRINUSE || error == EACCES;
      object(section + (port_is_wrong ? ".port" : ".listen"), "expected an address that can be listened on, not {}: {}",
             address->authority(), std::strerror(error));
    }
  }

  void try_interface(const std::string& key, const std::string& name) {
    if (if_nametoindex(name.c_str()) == 0) {
      object(key, "expected a network interface, not {}", name);
    }
  }

  /// The arguments of a device as DPDK takes them: "0000:01:00.0", "net_af_packet0,iface=eth1".
  void try_port(const std::string& key, const std::string& device) {
    const std::string name = device.substr(0, device.find(','));
    if (name.find(':') != std::string::npos && !fs::exists("/sys/bus/pci/devices/" + name)) {
      object(key, "expected a PCI device, not {}", name);
    }
    if (const auto interface = argument(device, "iface")) {
      try_interface(key, *interface);
    }
    if (const auto socket = argument(device, "socket")) {
      try_folder(key, fs::absolute(*socket).parent_path(), false);
    }
    for (const char* file : {"rx_pcap"}) {
      const auto path = argument(device, file);
      if (path && access(path->c_str(), R_OK) != 0) {
        object(key, "expected a file that can be read, not {}", *path);
      }
    }
  }

  static std::optional<std::string> argument(const std::string& device, const std::string& name) {
    const std::size_t at = device.find("," + name + "=");
    if (at == std::string::npos) {
      return std::nullopt;
    }
    const std::size_t begin = at + name.size() + 2;
    return device.substr(begin, device.find(',', begin) - begin);
  }

  void try_ssd(const std::string& key, const store::SsdPlace& place) {
    if (place.emulated) {
      return;
    }
    std::error_code error;
    const auto status = fs::status(place.path, error);
    if (!fs::exists(status)) {
      try_new_store(key, place);
    } else if (!fs::is_regular_file(status) && !fs::is_block_file(status)) {
      object(key + ".path", "expected a file or a block device, not {}", place.path);
    } else if (access(place.path.c_str(), R_OK | W_OK) != 0) {
      object(key + ".path", "expected a file that this user may read and write, not {}", place.path);
    } else {
      try_store(key, place);
    }
  }

  void try_new_store(const std::string& key, const store::SsdPlace& place) {
    const fs::path folder = fs::absolute(place.path).parent_path();
    const std::size_t before = objections_.size();
    try_folder(key + ".path", folder, false);
    struct statvfs room {};
    if (place.bytes == 0) {
      object(key + ".size", "expected a size, since {} is not there", place.path);
    } else if (objections_.size() == before && statvfs(folder.c_str(), &room) == 0 &&
               room.f_bavail * room.f_frsize < place.bytes) {
      object(key + ".size", "expected at most the {} bytes that are free in {}", room.f_bavail * room.f_frsize,
             folder.string());
    }
  }

  void try_store(const std::string& key, const store::SsdPlace& place) {
    try {
      const store::FileLock nobody_else_has_it(place.path, false);
      store::SsdFiles::partitions_of({place});
    } catch (const std::runtime_error& error) {
      object(key + ".path", "{}", error.what());
    }
  }

  const manage::Config& config_;
  std::vector<std::string> objections_;
};

}  // namespace

std::vector<std::string> try_out(const manage::Config& config) {
  return Trial(config).run();
}

}  // namespace augustus
