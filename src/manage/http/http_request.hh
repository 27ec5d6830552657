// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

namespace augustus::manage {

/// A request as this server takes them: without a body.
using HttpRequest = boost::beast::http::request<boost::beast::http::empty_body>;

}  // namespace augustus::manage
