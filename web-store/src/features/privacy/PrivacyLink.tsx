import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/text.tsx'

/** Leads from the privacy policy and from Profile Settings to the page of requests. */
export default function PrivacyLink() {
  return (
    <TextLink to={paths.privacyRequest} justifySelf="start">
      {t('Make a request about your data')}
    </TextLink>
  )
}
