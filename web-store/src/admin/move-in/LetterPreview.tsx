import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MoveLetter } from 'contract/move-in/letter'
import { useDeferredValue, useEffect, useState } from 'react'
import { errorText, isAuthError } from '../../api/client.ts'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'

type Words = Pick<MoveLetter, 'subject' | 'text'>

const REST_MS = 400

/** The letter as the first person gets it, once the typing rests. */
export function LetterPreview({ moveId, words }: { moveId: string; words: Words }) {
  const [rested, setRested] = useState(words)
  const { subject, text } = useDeferredValue(words)
  useEffect(() => {
    const timer = setTimeout(() => setRested({ subject, text }), REST_MS)
    return () => clearTimeout(timer)
  }, [subject, text])
  const isWhole = rested.subject.trim() !== '' && rested.text.trim() !== ''
  const { data, error } = useQuery({
    ...adminApi.moveIn.previewLetter.queryOptions({ input: { move_id: moveId, ...rested } }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack
      as="section"
      aria-label="Preview of the email"
      gridTemplateRows="auto minmax(0,1fr)"
      bg="bg.muted"
      borderRadius="l3"
      px="5"
      pt="4"
      pb="5"
      minW="0"
    >
      <chakra.p fontWeight="600" overflowWrap="anywhere">
        {data?.subject ?? words.subject}
      </chakra.p>
      {data ? (
        <chakra.iframe
          title="Preview of the email"
          sandbox=""
          srcDoc={data.html}
          w="full"
          h="full"
          minH="420px"
          bg="white"
          borderWidth="1px"
          borderColor="border"
          borderRadius="l2"
        />
      ) : error && !isAuthError(error) ? (
        <Help>{errorText(error, 'The preview could not be created.')}</Help>
      ) : (
        <Loading minH="240px" />
      )}
    </Stack>
  )
}
