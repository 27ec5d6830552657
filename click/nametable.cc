// SPDX-License-Identifier: Apache-2.0
#include "nametable.hh"

#include <click/args.hh>
#include <click/error.hh>
#include <click/router.hh>

#include <stdexcept>

#include "outputmux.hh"

CLICK_DECLS
namespace {

constexpr unsigned timer_ms = 5;

String counted(const char* name, const augustus::Counter& counter) {
  return String(name) + " " + String(counter.value()) + "\n";
}

}  // namespace

int NameTable::configure(Vector<String>& arguments, ErrorHandler* errh) {
  augustus::click::Partition::Sizes sizes;
  if (Args(arguments, this, errh).read("PIT", sizes.pit).read("CS", sizes.cs).complete() < 0) {
    return -1;
  }
  try {
    partition_ = std::make_unique<augustus::click::Partition>(augustus::click::Core::get(), sizes);
  } catch (const std::runtime_error& error) {
    return errh->error("%s", error.what());
  }
  return 0;
}

int NameTable::initialize(ErrorHandler*) {
  for (int index = 0; index < router()->nelements() && output_ == nullptr; ++index) {
    output_ = static_cast<OutputMux*>(router()->element(index)->cast("OutputMux"));
  }
  timer_.initialize(this);
  timer_.schedule_after_msec(timer_ms);
  return 0;
}

NameTable* NameTable::of(Element* element, ErrorHandler* errh) {
  NameTable* found = nullptr;
  for (int index = 0; index < element->router()->nelements(); ++index) {
    if (void* const table = element->router()->element(index)->cast("NameTable")) {
      if (found != nullptr) {
        errh->error("a graph has one NameTable");
        return nullptr;
      }
      found = static_cast<NameTable*>(table);
    }
  }
  if (found == nullptr) {
    errh->error("there is no NameTable: 't :: NameTable'");
  }
  return found;
}

void NameTable::run_timer(Timer*) {
  partition_->expire();
  if (output_ != nullptr) {
    output_->send_late();
  }
  timer_.reschedule_after_msec(timer_ms);
}

String NameTable::read_counters(Element* element, void*) {
  const auto& partition = static_cast<NameTable*>(element)->partition();
  const auto& counters = partition.counters;
  return counted("interests", counters.interests) + counted("data", counters.data) +
         counted("nacks", counters.nacks) + counted("out_interests", counters.out_interests) +
         counted("out_data", counters.out_data) + counted("out_nacks", counters.out_nacks) +
         counted("cs_hits", counters.cs_hits) + counted("cs_misses", counters.cs_misses) +
         counted("satisfied", counters.satisfied) + counted("unsatisfied", counters.unsatisfied) +
         counted("strays", partition.strays);
}

String NameTable::read_drops(Element* element, void*) {
  using augustus::forward::Drop;
  String text;
  for (std::size_t reason = 0; reason < static_cast<std::size_t>(Drop::count); ++reason) {
    const auto& counter = static_cast<NameTable*>(element)->partition().counters.drops[reason];
    const auto name = drop_name(static_cast<Drop>(reason));
    if (counter.value() != 0) {
      text += counted(std::string(name).c_str(), counter);
    }
  }
  return text;
}

void NameTable::add_handlers() {
  add_read_handler("counters", read_counters, nullptr);
  add_read_handler("drops", read_drops, nullptr);
}

CLICK_ENDDECLS
ELEMENT_REQUIRES(AugustusCore AugustusCarried AugustusPartition)
EXPORT_ELEMENT(NameTable)
