vcl 4.1;

# Varnish 6 or newer with vmod xkey (Debian: varnish, varnish-modules) in front of SkillHaat with EDGE=varnish.
# server/test/varnish.test.ts runs this file. Change the two places below.

import directors;
import std;
import xkey;

probe ready { .url = "/api/ready"; .interval = 1s; .timeout = 3s; .window = 2; .threshold = 2; .initial = 2; }

# 1. The instances of the shop, and the same ones without a check, for when none of them is ready: they have the shop's own pages.
backend one { .host = "127.0.0.1"; .port = "3001"; .connect_timeout = 2s; .first_byte_timeout = 60s; .probe = ready; }
backend two { .host = "127.0.0.1"; .port = "3002"; .connect_timeout = 2s; .first_byte_timeout = 60s; .probe = ready; }
backend any_one { .host = "127.0.0.1"; .port = "3001"; .connect_timeout = 2s; .first_byte_timeout = 60s; }
backend any_two { .host = "127.0.0.1"; .port = "3002"; .connect_timeout = 2s; .first_byte_timeout = 60s; }

sub vcl_init {
    new shop = directors.round_robin();
    shop.add_backend(one);
    shop.add_backend(two);
    new shop_any = directors.round_robin();
    shop_any.add_backend(any_one);
    shop_any.add_backend(any_two);
}

# 2. The machines that may purge: those of the shop.
acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    set req.backend_hint = shop.backend();
    if (!std.healthy(req.backend_hint)) {
        set req.backend_hint = shop_any.backend();
    }
    if (req.method == "PURGE") {
        if (client.ip !~ purgers) {
            return (synth(405, "Not allowed"));
        }
        if (!req.http.xkey-purge) {
            return (synth(400, "xkey-purge is missing"));
        }
        set req.http.x-purged = xkey.purge(req.http.xkey-purge);
        return (synth(200, "Purged"));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Only instances may purge.
    if (req.url ~ "^/metrics") {
        return (synth(404, "Not found"));
    }
    # No page and no call of the shop reads a cookie; other programs on the host may set some.
    unset req.http.Cookie;
    # Calls with the same answer for everybody. Any other call with a session passes, by the built-in rules.
    if (req.url ~ "^/api/go/") {
        unset req.http.Authorization;
    }
    # Players seek in a lesson's preview, and it is too long to be stored whole.
    if (req.url ~ "^/media/" && req.http.Range) {
        return (pass);
    }
    # Campaign parameters change nothing on a page; the browser has them in its address.
    if (req.url ~ "[?&](utm_[a-z]+|gclid|gbraid|wbraid|fbclid|msclkid)=") {
        set req.url = regsuball(req.url, "(?<=[?&])(utm_[a-z]+|gclid|gbraid|wbraid|fbclid|msclkid)=[^&]*&?", "");
        set req.url = regsub(req.url, "[?&]$", "");
    }
    set req.url = std.querysort(req.url);
}

sub vcl_backend_fetch {
    # Another instance gets a read that one lost.
    if (bereq.retries > 0) {
        set bereq.backend = shop.backend();
        if (!std.healthy(bereq.backend)) {
            set bereq.backend = shop_any.backend();
        }
    }
}

sub vcl_backend_error {
    # A write is never sent twice: the shop may have done it.
    if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries < 3) {
        return (retry);
    }
    set beresp.http.Content-Type = "text/plain; charset=utf-8";
    set beresp.http.Retry-After = "5";
    set beresp.body = "The shop is restarting. Please try again in a few seconds.";
    return (deliver);
}

sub vcl_backend_response {
    # An old page is better than an error.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    if (beresp.http.Surrogate-Control ~ "max-age=[0-9]" && beresp.http.Cache-Control !~ "(?i)private|no-store"
        && !beresp.http.Set-Cookie) {
        set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
        set beresp.grace = std.duration(regsub(beresp.http.Surrogate-Control, "^.*stale-while-revalidate=([0-9]+).*$", "\1s"), 0s);
        # Only for revalidation by the shop.
        set beresp.keep = 10m;
        if (std.integer(beresp.http.Content-Length, 0) > 16777216) {
            set beresp.uncacheable = true;
        }
        return (deliver);
    }
    if (beresp.status == 200 && beresp.http.Cache-Control ~ "(?i)^public") {
        # Files of the build and share images: for their own lifetime.
        set beresp.grace = 0s;
        return (deliver);
    }
    # Everything else is private, or an error; for a second no request waits for the answer of another.
    set beresp.ttl = 1s;
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    set beresp.uncacheable = true;
    return (deliver);
}

sub vcl_deliver {
    unset resp.http.xkey;
    unset resp.http.Surrogate-Control;
}
