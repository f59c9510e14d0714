import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Config } from '../../config.ts'
import { CSP_REPORTS_PATH } from '../../platform/net/csp-reports-path.ts'

/** Browser features that no page of ours uses, nor a player in its frame: not even an injected script may. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS = UNUSED.map((name) => `${name}=()`).join(', ')

/**
 * The headers of every answer, errors included. Scripts come from us alone, and inline only those of the build, by their hash;
 * lessons may be framed from the hosts of the settings; nobody may frame us. Style elements are inline, because critical styles
 * come with the page.
 */
export function securityHeaders(config: Config, inlineScripts: readonly string[]): RequestHandler {
  // Files that are paid for may come from there.
  const bucket = config.media.origins
  const https = config.storeUrl.startsWith('https:')
  const setOthers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:', ...bucket],
        mediaSrc: ["'self'", 'blob:', 'https:', ...bucket],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...bucket],
        // The library's PDFs are the only own pages that allow framing.
        frameSrc: ["'self'", ...bucket, ...config.frameHosts.map((host) => `https://${host}`)],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        reportUri: [CSP_REPORTS_PATH],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Sibling hosts of a bare domain may still be http.
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  return (req, res, next) => {
    res.setHeader('Permissions-Policy', PERMISSIONS)
    setOthers(req, res, next)
  }
}
