// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace augustus::manage {

/// What a page is made of. The body is shared by all who are being sent it.
struct HttpAnswer {
  unsigned status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body = std::make_shared<std::string>();
};

using HttpHandler = std::function<HttpAnswer()>;

}  // namespace augustus::manage
