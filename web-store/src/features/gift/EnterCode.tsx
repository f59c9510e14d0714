import { useQueryClient } from '@tanstack/react-query'
import { GiftBody } from 'contract/gifts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api, client, errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { filled, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Problem } from '../../shared/Problem.tsx'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Row, Stack } from '../../ui/layout.tsx'
import { IconGift } from '../../ui/secondary-icons.ts'
import { H1 } from '../../ui/text.tsx'

/** Takes a gift code without its link; the code goes into the address, where the gift opens. */
export function EnterCode({ begun = '', problem }: { begun?: string; problem?: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const signedIn = useSession(isSignedIn)
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState(begun)
  const [wrong, setWrong] = useState(problem)
  const refuse = (message: string) => {
    setWrong(message)
    field.current?.focus()
  }
  const look = useSubmission({
    mutationFn: (input: { code: string }) => (signedIn ? client.gifts.lookMine(input) : client.gifts.look(input)),
    onSuccess: (gift, input) => {
      const { queryKey } = (signedIn ? api.gifts.lookMine : api.gifts.look).queryOptions({ input })
      queries.setQueryData(queryKey, gift)
      navigate({ pathname: paths.gift, hash: input.code })
    },
    onError: (error) => {
      if (isApiError(error) && error.status === 404) refuse(errorText(error, ''))
    },
  })
  const isRefused = isApiError(look.error) && look.error.status === 404
  return (
    <Card padded>
      <form
        method="post"
        noValidate
        aria-labelledby="redeem-gift"
        onSubmit={(event) => {
          event.preventDefault()
          const read = GiftBody.safeParse({ code })
          if (read.success) look.mutate(read.data)
          else refuse(filled(read.error.issues[0]?.message ?? ''))
        }}
      >
        <Stack gap="5">
          <Row gap="2.5" color="action.fg">
            <Icon of={IconGift} />
            <H1 id="redeem-gift" color="fg" fontSize={{ base: '1.5rem', md: '1.75rem' }}>
              {t('Redeem a gift code')}
            </H1>
          </Row>
          <Field
            ref={field}
            label={t('Gift code')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            translate="no"
            required
            help={t('12 letters and digits, from the person who gave you the course.')}
            error={wrong}
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              setWrong(undefined)
            }}
          />
          {look.isError && !isRefused && (
            <Problem>{errorText(look.error, t('Please check your connection and try again.'))}</Problem>
          )}
          <Button type="submit" justifySelf={{ md: 'start' }} busy={look.isPending} busyText={t('Checking...')}>
            {t('Continue')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
