vcl 4.1;

# Varnish 6 or newer with vmod xkey (Debian: varnish, varnish-modules) in front of SkillHaat with EDGE=varnish.
# server/test/varnish.test.ts runs this file. Change the two places below.

import std;
import xkey;

# 1. The shop. With several instances make a director of them, or put haproxy between.
backend shop {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 2s;
    .first_byte_timeout = 60s;
}

# 2. Who may take answers away: the machines of the shop.
acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
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
    # For the instances alone.
    if (req.url ~ "^/metrics") {
        return (synth(404, "Not found"));
    }
    # No page and no call of the shop reads a cookie; what another program on the same host has set is none of its business.
    unset req.http.Cookie;
    # Calls that answer everybody the same. Any other with a session passes, by the built-in rules.
    if (req.url ~ "^/api/go/") {
        unset req.http.Authorization;
    }
    # A lesson's preview is sought in, and too long to be kept whole.
    if (req.url ~ "^/media/" && req.http.Range) {
        return (pass);
    }
    # Marks of campaigns change nothing on a page; the browser keeps them in its address.
    if (req.url ~ "[?&](utm_[a-z]+|gclid|gbraid|wbraid|fbclid|msclkid)=") {
        set req.url = regsuball(req.url, "(?<=[?&])(utm_[a-z]+|gclid|gbraid|wbraid|fbclid|msclkid)=[^&]*&?", "");
        set req.url = regsub(req.url, "[?&]$", "");
    }
    set req.url = std.querysort(req.url);
}

sub vcl_backend_response {
    if (beresp.http.Surrogate-Control ~ "max-age=[0-9]" && beresp.http.Cache-Control !~ "(?i)private|no-store"
        && !beresp.http.Set-Cookie) {
        set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
        set beresp.grace = std.duration(regsub(beresp.http.Surrogate-Control, "^.*stale-while-revalidate=([0-9]+).*$", "\1s"), 0s);
        # Only to ask the shop whether it still holds.
        set beresp.keep = 10m;
        if (std.integer(beresp.http.Content-Length, 0) > 16777216) {
            set beresp.uncacheable = true;
        }
        return (deliver);
    }
    if (beresp.status == 200 && beresp.http.Cache-Control ~ "(?i)^public") {
        # Files of the build and pictures of shared pages: as long as they say.
        set beresp.grace = 0s;
        return (deliver);
    }
    # Everything else is somebody's own, or an error; for a second nobody waits here for another's answer.
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
