import type { App, Session } from 'electron'
import type { BadCertificate, ServerRefusal } from '../bridge.ts'

const faults: Record<string, BadCertificate['fault']> = {
  'net::ERR_CERT_COMMON_NAME_INVALID': 'other_host',
  'net::ERR_CERT_AUTHORITY_INVALID': 'unknown_issuer',
  'net::ERR_CERT_REVOKED': 'revoked',
}

/** The last certificate of each host that the system refused. */
const refused = new Map<string, BadCertificate>()

/** Notes the certificates that the system refuses, in every session; the decision stays the system's. */
export function watchCertificates(app: App): void {
  app.on('session-created', (session: Session) => {
    session.setCertificateVerifyProc(({ hostname, certificate, verificationResult, errorCode }, answer) => {
      const { subjectName, issuerName, validStart, validExpiry } = certificate
      const from = validStart * 1_000
      const dates = from > Date.now() ? 'not_yet' : 'expired'
      const fault =
        verificationResult === 'net::ERR_CERT_DATE_INVALID' ? dates : (faults[verificationResult] ?? 'other')
      const facts = {
        host: hostname,
        fault,
        subject: subjectName,
        issuer: issuerName,
        from,
        until: validExpiry * 1_000,
      }
      if (errorCode !== 0) refused.set(hostname, facts)
      // The result of Chromium's own check.
      answer(-3)
    })
  })
}

/** Returns a refusal, with the certificate that is the reason. */
export function refusal(
  reason: ServerRefusal,
  origin: string,
): { refused: ServerRefusal; certificate?: BadCertificate } {
  const certificate = reason === 'certificate' ? refused.get(new URL(origin).hostname) : undefined
  return { refused: reason, ...(certificate ? { certificate } : {}) }
}
