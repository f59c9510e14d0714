import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { chakra } from '../../ui/chakra.ts'
import { TextLink } from '../../ui/text.tsx'

/** Leads from the privacy policy and from Profile Settings to the page of requests, and to the list of services that get data. */
export default function PrivacyLink() {
  return (
    <chakra.span display="flex" flexWrap="wrap" gap="8px 20px">
      <TextLink to={paths.privacyRequest}>{t('Make a request about your data')}</TextLink>
      {/* The server writes this page: the store has no screen of it. */}
      <TextLink to="/privacy/processors" reloadDocument>
        {t('Who works with your data')}
      </TextLink>
    </chakra.span>
  )
}
