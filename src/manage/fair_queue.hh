// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <list>
#include <utility>

#include "base/counter.hh"
#include "base/pool_shares.hh"
#include "manage/access/peer.hh"

namespace augustus::manage {

/// What waits for the management thread, by who asked. The turn goes round among those who ask (Peer::source), and
/// with each of them round among his Faces, one job a turn; the jobs of one Face stay in order. So who has a thousand
/// jobs, or long ones, or many Faces, keeps another waiting for one part of one job. The queue is a pool
/// (base/pool_shares): a source has no more than is free, and administrators have places that are theirs alone.
template <typename Job>
class FairQueue {
 public:
  struct Rule {
    std::uint32_t jobs_max = 0;      ///< all together, under PoolShares::Rule::for_questions()
    std::uint32_t jobs_of_face = 0;  ///< of one Face
  };

  explicit FairQueue(const Rule& rule)
      : rule_(rule), shares_(PoolShares::Rule::for_questions(rule.jobs_max)) {}

  /// False, and counted: who asks has as many as he may have. References to jobs stay valid.
  bool push(const Peer& peer, Job job) {
    const Line* const line = find(peer);
    if (line != nullptr && line->jobs.size() >= rule_.jobs_of_face) {
      shares_.count_refusal();
      refused_.add();
      return false;
    }
    if (!shares_.take(shares_.holder_of(peer.source), peer.kind == Peer::Kind::administrator)) {
      refused_.add();
      return false;
    }
    line_of(peer).jobs.push_back(std::move(job));
    return true;
  }

  bool empty() const { return sources_.empty(); }
  std::uint32_t size() const { return shares_.in_use(); }
  /// Whose turn it is; there must be one.
  Job& front() { return sources_.front().lines.front().jobs.front(); }
  /// The first job is done; the turn goes on.
  void pop_front() {
    shares_.give_back(shares_.holder_of(sources_.front().key));
    sources_.front().lines.front().jobs.pop_front();
    pass_turn();
  }
  /// The first job is not done yet, and goes on when its Face has its next turn.
  void pass_turn() {
    auto& lines = sources_.front().lines;
    if (lines.front().jobs.empty()) {
      lines.pop_front();
    } else {
      lines.splice(lines.end(), lines, lines.begin());
    }
    if (lines.empty()) {
      sources_.pop_front();
    } else {
      sources_.splice(sources_.end(), sources_, sources_.begin());
    }
  }

  template <typename Is>
  bool any_of(Is&& is) const {
    return std::ranges::any_of(sources_, [&is](const Source& source) {
      return std::ranges::any_of(source.lines, [&is](const Line& line) { return std::ranges::any_of(line.jobs, is); });
    });
  }

  /// Jobs that were not taken because who asked had too many.
  const Counter& refused() const { return refused_; }
  PoolFigures figures() const { return shares_.figures(); }

 private:
  struct Line {
    FaceId face;
    std::deque<Job> jobs;  // never empty between calls
  };
  struct Source {
    std::uint64_t key;      // Peer::source
    std::list<Line> lines;  // those whose turn is next first; never empty between calls
  };

  const Line* find(const Peer& peer) const {
    const auto source = std::ranges::find(sources_, peer.source, &Source::key);
    if (source == sources_.end()) {
      return nullptr;
    }
    const auto line = std::ranges::find(source->lines, peer.face, &Line::face);
    return line == source->lines.end() ? nullptr : &*line;
  }
  /// The Face's line; a new one comes last.
  Line& line_of(const Peer& peer) {
    auto source = std::ranges::find(sources_, peer.source, &Source::key);
    if (source == sources_.end()) {
      source = sources_.insert(source, Source{peer.source, {}});
    }
    auto line = std::ranges::find(source->lines, peer.face, &Line::face);
    if (line == source->lines.end()) {
      line = source->lines.insert(line, Line{peer.face, {}});
    }
    return *line;
  }

  Rule rule_;
  PoolShares shares_;
  std::list<Source> sources_;  // those whose turn is next first
  Counter refused_;
};

}  // namespace augustus::manage
