// SPDX-License-Identifier: Apache-2.0
#include "manage/access/file_folder.hh"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace augustus::manage::file_folder_test {
namespace {

namespace fs = std::filesystem;

class FileFolderTest : public testing::Test {
 protected:
  FileFolderTest() {
    fs::create_directories(home_ / "files" / "deep");
    write(home_ / "secret", "outside");
    write(home_ / "files" / "plain", "inside");
    write(home_ / "files" / "deep" / "plain", "deeper");
  }
  ~FileFolderTest() override { fs::remove_all(home_); }

  static void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  static std::string content(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static fs::path make_home() {
    std::string name = fs::temp_directory_path() / "augustus-files-XXXXXX";
    return mkdtemp(name.data());
  }

  fs::path home_ = make_home();
  FileFolder folder_{(home_ / "files").string()};
};

TEST_F(FileFolderTest, files_in_it_are_read_and_written) {
  EXPECT_EQ(folder_.read("plain"), "inside");
  EXPECT_EQ(folder_.read("deep/../deep/plain"), "deeper");
  EXPECT_EQ(folder_.read((home_ / "files" / "plain").string()), "inside");
  folder_.open_to_write("plain");
  EXPECT_EQ(folder_.read("plain"), "");
  folder_.open_to_write("new");
  EXPECT_TRUE(fs::is_regular_file(home_ / "files" / "new"));
}

TEST_F(FileFolderTest, nothing_outside_is_touched) {
  for (const std::string file : {"../secret", "deep/../../secret", "/etc/passwd", "", ".", "..", "deep/"}) {
    EXPECT_THROW(folder_.open_to_read(file), std::runtime_error) << file;
    EXPECT_THROW(folder_.open_to_write(file), std::runtime_error) << file;
  }
  EXPECT_THROW(folder_.open_to_write((home_ / "secret").string()), std::runtime_error);
  EXPECT_EQ(content(home_ / "secret"), "outside");
}

TEST_F(FileFolderTest, links_are_not_followed) {
  fs::create_symlink(home_ / "secret", home_ / "files" / "link");
  fs::create_directory_symlink(home_, home_ / "files" / "up");
  fs::create_hard_link(home_ / "secret", home_ / "files" / "hard");
  for (const std::string file : {"link", "up/secret"}) {
    EXPECT_THROW(folder_.open_to_read(file), std::runtime_error) << file;
  }
  for (const std::string file : {"link", "up/secret", "hard"}) {
    EXPECT_THROW(folder_.open_to_write(file), std::runtime_error) << file;
  }
  EXPECT_EQ(content(home_ / "secret"), "outside");
}

TEST_F(FileFolderTest, a_pipe_holds_nobody_up) {
  ASSERT_EQ(mkfifo((home_ / "files" / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(folder_.open_to_read("pipe"), std::runtime_error);
  EXPECT_THROW(folder_.open_to_write("pipe"), std::runtime_error);
  EXPECT_THROW(folder_.open_to_read("deep"), std::runtime_error);
}

TEST_F(FileFolderTest, the_folder_is_made_when_it_is_written_to) {
  const FileFolder fresh((home_ / "a" / "b").string());
  EXPECT_THROW(fresh.open_to_read("x"), std::runtime_error);
  fresh.open_to_write("x");
  EXPECT_TRUE(fs::is_regular_file(home_ / "a" / "b" / "x"));
}

}  // namespace
}  // namespace augustus::manage::file_folder_test
