import { language } from '../language/language.ts'
import { t } from '../language/text.ts'
import { chakra } from '../ui/chakra.ts'

const NoticeLink = chakra('a', {
  base: { justifySelf: 'start', textStyle: 'sm', color: 'action.fg', textDecoration: 'underline' },
})

/** Leads from a form to the privacy notice, a page of the server's own. */
export const NoticeLine = () => (
  <NoticeLink href={`/privacy/notice?lang=${language}`}>{t('Read our privacy notice')}</NoticeLink>
)
