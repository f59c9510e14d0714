import { plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'certificates.setOffer': ({ after }) => ({
    did: after?.certificate ? 'turned on the certificate of' : 'turned off the certificate of',
    whole: true,
  }),
  'certificates.setLook': plain('changed the look of certificates'),
  'certificates.revoke': ({ after }) => ({
    did: after?.certificate === 'revoked' ? 'revoked the certificate of' : 'made valid again the certificate of',
    rest: `for ${String(after?.course ?? '')}${after?.reason ? `: ${String(after.reason)}` : ''}`,
    whole: true,
  }),
}
