import { Link, useSearchParams } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { ownPath, paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Head } from '../../ui/Head.tsx'
import { IconCloudOff } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'
import { Choices, PageMessage } from '../../ui/PageMessage.tsx'

/** Shows that the server is in trouble; `from` is the path to try again. */
export default function ErrorScreen() {
  const [search] = useSearchParams()
  const from = ownPath(search.get('from'))
  return (
    <Wrap size="form" py={{ base: '14', md: '24' }}>
      <Head title={t('Something went wrong')} />
      <PageMessage
        icon={IconCloudOff}
        tone="danger"
        level={1}
        title={t('Something went wrong')}
        action={
          <Choices>
            {from && (
              <Button asChild>
                <Link to={from}>{t('Try again')}</Link>
              </Button>
            )}
            <Button asChild {...(from ? { variant: 'outline' } : {})}>
              <Link to={paths.home}>{t('Back to home')}</Link>
            </Button>
          </Choices>
        }
      >
        {t('The shop could not answer just now. Please try again in a little while.')}
      </PageMessage>
    </Wrap>
  )
}
