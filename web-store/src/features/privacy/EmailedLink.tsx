import { indianDay } from 'contract/indian-time'
import { client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { ownDataPage } from '../../shared/own-data-page.ts'
import { Problem } from '../../shared/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Text, TextLink } from '../../ui/text.tsx'

const words = {
  back: {
    text: t('Your account is hidden and will be deleted. Do you want to keep it after all?'),
    press: t('Take it back'),
    done: t('Your account is as before. You can log in.'),
  },
  file: {
    text: t('Everything we have about you, as a page that any phone or computer opens.'),
    press: t('Download my data'),
    done: t('The file is on your device.'),
  },
}

/** Does what the link of an email is for, at a press: mail programs open links by themselves. */
export function EmailedLink({ kind, token }: { kind: 'back' | 'file'; token: string }) {
  const { text, press, done } = words[kind]
  const act = useSubmission({
    mutationFn: async () => {
      if (kind === 'back') return void (await client.privacy.takeBack({ token }))
      const data = await client.privacy.file({ token })
      saveFile(
        `my-data-${indianDay(new Date(data.made_at))}.html`,
        new Blob([ownDataPage(data)], { type: 'text/html' }),
      )
    },
  })
  return (
    <Card padded mt="6" maxW="640px" display="grid" gap="4">
      {act.isSuccess ? (
        <p role="status">
          {done} {kind === 'back' && <TextLink to={paths.login}>{t('Log in')}</TextLink>}
        </p>
      ) : (
        <>
          <Text>{text}</Text>
          {act.isError && <Problem>{errorText(act.error, t('Please try again.'))}</Problem>}
          <Button size="lg" justifySelf={{ md: 'start' }} busy={act.isPending} onClick={() => act.mutate()}>
            {press}
          </Button>
        </>
      )}
    </Card>
  )
}
