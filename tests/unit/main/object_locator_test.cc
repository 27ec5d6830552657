// SPDX-License-Identifier: Apache-2.0
#include "main/client/object_locator.hh"

#include <gtest/gtest.h>

#include <exception>
#include <map>
#include <string>
#include <thread>

#include "main/client/metadata.hh"
#include "main/client/segment.hh"
#include "unit/main/socket_pair.hh"

namespace augustus::client::object_locator_test {
namespace {

const wire::Name object = wire::Name::literal("/files/hello");

/// A producer in a thread of its own that has some packets, each an answer to one kind of question.
class Producer {
 public:
  explicit Producer(Socket socket) : client_(std::move(socket), true) {}
  ~Producer() {
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  /// Interests for `asked` (with CanBePrefix as said) are answered with the Data.
  void answer(const std::string& asked, bool can_be_prefix, const wire::Data& data) {
    answers_[{wire::Name::literal(asked), can_be_prefix}] = data.encode();
  }
  /// Only what is not fresh is there.
  void grow_old() { old_ = true; }
  /// Serves until the consumer leaves.
  void start() {
    thread_ = std::thread([this] {
      client_.serve(wire::Name(), [this](const Request& request) {
        const auto found = answers_.find({request.interest.name, request.interest.can_be_prefix});
        if (found != answers_.end() && !(old_ && request.interest.must_be_fresh)) {
          client_.answer(request, found->second);
        }
      });
      try {
        client_.run([] { return false; });
      } catch (const std::exception&) {  // the consumer has left
      }
    });
  }

 private:
  Client client_;
  std::map<std::pair<wire::Name, bool>, std::vector<std::uint8_t>> answers_;
  bool old_ = false;
  std::thread thread_;
};

wire::Data segment(const std::string& name, std::optional<std::uint64_t> final = std::nullopt) {
  wire::Data data;
  data.name = wire::Name::literal(name);
  data.content = {1};
  if (final) {
    data.final_block_id = make_final_block_id(*final);
  }
  return data;
}

wire::Data metadata(const std::string& version) {
  wire::Data data = segment("/files/hello/32=metadata/v=77/seg=0");
  data.content = Metadata{wire::Name::literal(version), 9}.encode();
  return data;
}

class ObjectLocatorTest : public testing::Test {
 protected:
  ObjectLocation locate(bool fresh_alone = false) {
    producer_.start();
    Client client(pair_.first(), true);
    return locate_object(client, object, 200, 1, fresh_alone);
  }
  std::string failure() {
    try {
      locate();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  SocketPair pair_;
  Producer producer_{pair_.second()};
};

TEST_F(ObjectLocatorTest, PrefersWhatTheMetadataSays) {
  producer_.answer("/files/hello", true, segment("/files/hello/v=1/seg=0", 3));
  producer_.answer("/files/hello/seg=0", false, segment("/files/hello/seg=0", 5));
  producer_.answer("/files/hello/32=metadata", true, metadata("/files/hello/v=2"));
  const ObjectLocation location = locate();
  EXPECT_EQ(location.name, wire::Name::literal("/files/hello/v=2"));
  EXPECT_EQ(location.final_segment, 9u);
}

TEST_F(ObjectLocatorTest, FindsAVersionByPrefix) {
  producer_.answer("/files/hello", true, segment("/files/hello/v=1/seg=7", 30));
  const ObjectLocation location = locate();
  EXPECT_EQ(location.name, wire::Name::literal("/files/hello/v=1"));
  EXPECT_EQ(location.final_segment, 30u);
  EXPECT_TRUE(location.fresh);
}

TEST_F(ObjectLocatorTest, FindsSegmentsWithoutVersionByPrefixOrByName) {
  producer_.answer("/files/hello", true, segment("/files/hello/seg=0"));
  const ObjectLocation location = locate();
  EXPECT_EQ(location.name, object);
  EXPECT_EQ(location.final_segment, std::nullopt);
}

TEST_F(ObjectLocatorTest, FindsTheFirstSegmentOfAProducerThatAnswersNoPrefix) {
  producer_.answer("/files/hello/seg=0", false, segment("/files/hello/seg=0", 5));
  const ObjectLocation location = locate();
  EXPECT_EQ(location.name, object);
  EXPECT_EQ(location.final_segment, 5u);
}

TEST_F(ObjectLocatorTest, IsNotMisledByAnObjectFurtherBelow) {
  producer_.answer("/files/hello", true, segment("/files/hello/other/v=1/seg=0", 3));
  producer_.answer("/files/hello/seg=0", false, segment("/files/hello/seg=0", 5));
  EXPECT_EQ(locate().name, object);
}

TEST_F(ObjectLocatorTest, TakesWhatIsNotFreshWhereThereIsNothingElse) {
  producer_.answer("/files/hello", true, segment("/files/hello/v=1/seg=7", 30));
  producer_.grow_old();
  const ObjectLocation location = locate();
  EXPECT_EQ(location.name, wire::Name::literal("/files/hello/v=1"));
  EXPECT_FALSE(location.fresh);
}

TEST_F(ObjectLocatorTest, TakesFreshDataAloneWhereThatIsAskedFor) {
  producer_.answer("/files/hello", true, segment("/files/hello/v=1/seg=7", 30));
  producer_.grow_old();
  EXPECT_THROW(locate(true), std::runtime_error);
}

TEST_F(ObjectLocatorTest, SaysWhatItGotInstead) {
  producer_.answer("/files/hello", true, segment("/files/hello/other/v=1/seg=0", 3));
  EXPECT_EQ(failure(), "/files/hello: no object of this name, but /files/hello/other/v=1 below it");
}

TEST_F(ObjectLocatorTest, SaysThatNobodyAnswers) {
  EXPECT_EQ(failure(), "/files/hello: nobody answers: no answer");
}

TEST_F(ObjectLocatorTest, SaysThatAnAnswerIsNoSegment) {
  producer_.answer("/files/hello", true, segment("/files/hello"));
  EXPECT_EQ(failure(), "/files/hello: /files/hello is not a segment (augustus peek shows it)");
}

TEST_F(ObjectLocatorTest, BelievesNoForgedAnswer) {
  wire::Data forged = segment("/files/hello/v=1/seg=0", 3);
  forged.signature_info = {0x1b, 0x01, 0x00};
  forged.signature_value = std::vector<std::uint8_t>(32, 7);
  producer_.answer("/files/hello", true, forged);
  EXPECT_EQ(failure(), "/files/hello: /files/hello/v=1/seg=0 does not match its signature");
}

}  // namespace
}  // namespace augustus::client::object_locator_test
