import { useQuery } from '@tanstack/react-query'
import type { Letter } from 'contract/letters'
import type { SegmentRule } from 'contract/segments'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorText } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { clockText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Choice, FieldProblem, Help, Part } from '../forms/form-parts.tsx'
import { SaveBar } from '../forms/SaveBar.tsx'
import { Segments } from '../forms/Segments.tsx'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useIsOwner } from '../host/me.queries.ts'
import { useAct } from '../kit/use-act.tsx'
import { Audience } from './Audience.tsx'
import { BlockList } from './BlockList.tsx'
import { bodyOf, CHANNELS, emptyLetter, formOf, letterProblems } from './letter-form.ts'
import { previewQuery, useStoreLetter } from './letters.queries.ts'
import { OtherVersion, theirLetter, useLatestLetter } from './OtherVersion.tsx'
import { PhoneView } from './PhoneView.tsx'
import { SendLetter } from './SendLetter.tsx'
import { SendTest } from './SendTest.tsx'
import { Bubble, TemplateFields, useTemplates } from './TemplateFields.tsx'

const REST_MS = 800

type ComposerProps = {
  letter: Letter | undefined
  rules: SegmentRule[]
  /** Begins anew with the stored letter. */
  onStale: () => void
}

/** The parts of a letter, its readers, its preview and what comes next. A stored letter saves itself when the typing rests. */
export function Composer({ letter, rules, onStale }: ComposerProps) {
  const navigate = useNavigate()
  const store = useStoreLetter()
  const isOwner = useIsOwner()
  // A saved answer never begins the form anew: spaces at the end of a word would vanish under the pen.
  const [begun] = useState(() => (letter ? formOf(letter) : emptyLetter(rules)))
  const over = useRef(letter)
  const form = useActionForm({
    name: `letter:${letter?.letter_id ?? 'new'}`,
    begun,
    check: letterProblems,
    send: (values) =>
      letter
        ? adminClient.letters.update({
            params: { id: letter.letter_id },
            headers: { 'if-match': `"${over.current?.changed_at}"` },
            body: bodyOf(values),
          })
        : adminClient.letters.create(bodyOf(values)),
    stored: (_, sent) => sent,
    failed: 'The draft was not saved',
    fallback: 'The draft could not be saved. Please try again.',
    onDone: (saved, { here }) => {
      over.current = saved
      void store(saved)
      if (!letter && here) navigate(adminPaths.tab('letter', { id: saved.letter_id }), { replace: true })
    },
  })
  const { values, put, submit, isValid, isChanged, isPending, problem } = form
  const typed = JSON.stringify(values)
  const mayRest = letter !== undefined && isChanged && isValid && !isPending && problem === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is typed begins the rest anew
  useEffect(() => {
    if (!mayRest) return
    const timer = setTimeout(() => submit(), REST_MS)
    return () => clearTimeout(timer)
  }, [mayRest, typed])

  useLatestLetter({ letter, over, isBusy: form.isTyped || isPending, onStale })
  const theirs = theirLetter(form.error)

  const preview = useQuery(previewQuery(letter))
  const problems = letterProblems(values)
  const shown = (field: keyof typeof problems) =>
    form.errorOf(field) ?? (letter && isChanged ? problems[field] : undefined)
  const test = useAct(adminApi.letters.test, {
    of: (email: string) => ({ id: letter?.letter_id ?? '', email }),
    done: (_, email) => `A test is on its way to ${email}`,
    failed: 'The test was not sent',
  })
  const waits = isChanged || isPending ? (Object.values(problems)[0] ?? 'Wait until it is saved') : undefined
  const length = [...values.subject].length
  const isWhatsapp = values.channel === 'whatsapp'
  const templates = useTemplates()
  const hasView = isWhatsapp || letter !== undefined
  return (
    <>
      <chakra.div
        display="grid"
        gap="5"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: hasView ? 'minmax(0,1fr) 390px' : 'minmax(0,760px)' }}
      >
        <chakra.form
          method="post"
          noValidate
          display="grid"
          gridTemplateColumns="minmax(0,1fr)"
          gap="4"
          minW="0"
          onSubmit={form.submit}
          onKeyDown={stepOnEnter}
        >
          <Part title="To">
            <Audience
              rules={values.rules}
              notice={values.notice}
              onChange={(next) => put({ rules: next })}
              counts={preview.data}
              isStale={isChanged || preview.isPlaceholderData}
            />
            {!isWhatsapp && (
              <chakra.div mt="3">
                <Choice>
                  <input type="checkbox" {...form.box('notice')} />
                  <span>A notice that the law demands: everybody gets it, agreed or not</span>
                </Choice>
                <Help>
                  Only for what you must tell people, as that their data got into wrong hands. It has no link to
                  unsubscribe. An advertisement sent so breaks the law.
                </Help>
              </chakra.div>
            )}
            {!letter && <Help mt="2">Save the draft to count who gets it, and to see it as a phone shows it.</Help>}
          </Part>
          <Part title="Message">
            <Stack gap="4">
              {(templates.length > 0 || isWhatsapp) && (
                <Segments
                  label="Channel"
                  value={values.channel}
                  onChange={(channel) => put({ channel })}
                  options={CHANNELS}
                />
              )}
              {isWhatsapp ? (
                <TemplateFields
                  templates={templates}
                  value={values.template}
                  onChange={(template) => put({ template })}
                  error={shown('template')}
                  recipients={preview.data?.recipients}
                />
              ) : (
                <Field
                  label="Subject"
                  required
                  maxLength={150}
                  help={`${length} ${length === 1 ? 'character' : 'characters'}. Phones show about 40.`}
                  {...form.field('subject')}
                  error={shown('subject')}
                />
              )}
              <Field
                label="Name"
                optional
                maxLength={100}
                placeholder={isWhatsapp ? values.template.name : values.subject}
                help="For your list. No reader sees it."
                {...form.field('name')}
                error={shown('name')}
              />
              {!isWhatsapp && (
                <BlockList
                  blocks={values.blocks}
                  onChange={(blocks) => put({ blocks })}
                  showProblems={shown('blocks') !== undefined}
                  error={shown('blocks')}
                />
              )}
            </Stack>
          </Part>
          {letter && <SendLetter letter={letter} counts={preview.data} waits={waits} isOwner={isOwner} />}
        </chakra.form>
        {isWhatsapp ? (
          <Bubble {...values.template} />
        ) : letter && (preview.data || !preview.error) ? (
          preview.data ? (
            <PhoneView {...preview.data} />
          ) : (
            <Loading minH="240px" />
          )
        ) : (
          hasView && <Help px="4">{errorText(preview.error, 'The preview could not be created.')}</Help>
        )}
      </chakra.div>
      <chakra.div h="24" aria-hidden />
      <SaveBar
        problems={letter && isChanged ? Object.keys(problems).length : 0}
        wording={Object.values(problems)[0] ?? ''}
        storedAt={undefined}
        rest={
          letter
            ? isChanged || isPending
              ? 'Saving…'
              : `Saved ${clockText(new Date(letter.changed_at))}`
            : 'Not saved yet'
        }
      >
        {theirs ? (
          <OtherVersion
            onTheirs={() => {
              void store(theirs)
              form.forget()
              onStale()
            }}
            onMine={() => {
              over.current = theirs
              submit()
            }}
          />
        ) : (
          problem && <FieldProblem>{problem}</FieldProblem>
        )}
        {(!letter || problem) && !theirs && (
          <Button busy={isPending} busyText="Saving..." onClick={() => submit()}>
            {letter ? 'Save again' : 'Save draft'}
          </Button>
        )}
        {letter && !isWhatsapp && (
          <SendTest
            waitsFor={waits !== undefined && 'Finish and save the draft first'}
            busy={test.busy}
            onSend={test.run}
          />
        )}
      </SaveBar>
    </>
  )
}
