import { Link } from 'react-router-dom'
import { t } from '../language/text.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Head } from '../ui/Head.tsx'
import { IconMapQuestion } from '../ui/icons.ts'
import { Wrap } from '../ui/layout.tsx'
import { Choices, PageMessage } from '../ui/PageMessage.tsx'

/** Any address that leads nowhere; also shown for a course that does not exist. */
export default function NotFound() {
  return (
    <Wrap size="form" py={{ base: '14', md: '24' }}>
      <Head title={t('Page not found')} />
      <PageMessage
        icon={IconMapQuestion}
        level={1}
        title={t('Oops! Page not found')}
        action={
          <Choices>
            <Button asChild>
              <Link to={paths.home}>{t('Back to home')}</Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.courses}>{t('See all courses')}</Link>
            </Button>
          </Choices>
        }
      >
        {t('This lane of the haat does not exist.')}
      </PageMessage>
    </Wrap>
  )
}
