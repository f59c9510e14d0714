import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { inLanguage } from '../../language/language.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { beginView } from '../../stores/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Head } from '../../ui/Head.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconEye } from '../../ui/secondary-icons.ts'

/** Opens an admin's view of the shop as a student: the code in the address works once, in this tab alone. */
export default function ViewScreen() {
  const [code] = useState(useLocation().hash.slice(1))
  const open = useSubmission(
    api.students.openView.mutationOptions({
      onSuccess: ({ user, access_token }) => {
        beginView(user, access_token)
        // A full reload: this page fetched its data signed out.
        window.location.replace(inLanguage(paths.dashboard))
      },
    }),
  )
  const over = !code || open.isError
  return (
    <Wrap py="14">
      <Head title={t('Read-only view')} description={t('A look at the shop as a student.')} />
      <PageMessage
        icon={IconEye}
        level={1}
        title={over ? t('This view is over') : t('See the shop as your student')}
        action={
          over ? (
            <Button asChild variant="outline">
              <Link to={paths.home}>{t('Back to home')}</Link>
            </Button>
          ) : (
            <Button
              busy={open.isPending || open.isSuccess}
              busyText={t('Opening...')}
              onClick={() => open.mutate({ code })}
            >
              {t('Open the view')}
            </Button>
          )
        }
      >
        {over
          ? t('A view opens once, within a minute. Start a new one on the page of your student.')
          : t('For 20 minutes you see their dashboard, lessons and orders. Nothing can be changed.')}
      </PageMessage>
    </Wrap>
  )
}
