import { isMessage, isNudge, type Sequence, SequenceBody, type SequenceStep } from 'contract/sequences'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, rupeesText } from '../../ui/format.ts'
import { Card, Stack, Tag } from '../../ui/layout.tsx'
import { H3, VisuallyHidden } from '../../ui/text.tsx'
import { Help, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useIsOwner } from '../host/me.queries.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { stopWords } from './letters.queries.ts'
import { delayText, triggers, triggersOf } from './sequence-form.ts'
import { useSequences, useStoreSequence } from './sequences.queries.ts'
import { movedWords, useTemplates } from './TemplateFields.tsx'

const Cards = chakra('div', {
  base: {
    display: 'grid',
    gap: '4',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0,1fr)', lg: 'repeat(2,minmax(0,1fr))' },
    '& > :last-child:nth-child(odd)': { gridColumn: '1 / -1' },
  },
})

/** Letters that follow an event by themselves: those that exist, and the kinds that are not written yet. */
export function SequenceCards() {
  const query = useSequences()
  const kinds = triggersOf(useTemplates().length > 0)
  return (
    <chakra.section mt="8" aria-labelledby="automatic-letters">
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" mb="3.5">
        <H3 as="h2" id="automatic-letters" fontSize="1.25rem">
          Automatic emails
        </H3>
        <Help>Each person is checked again before each one. They are off until an owner switches them on.</Help>
      </chakra.div>
      <Loaded query={query} failed="Failed to load the automatic emails" height="160px">
        {(all) => (
          <Stack gap="4">
            <Cards>
              {all.map((sequence) => (
                <SequenceCard key={sequence.sequence_id} sequence={sequence} />
              ))}
            </Cards>
            <Cards alignItems="stretch">
              {kinds
                .filter((kind) => !all.some(({ trigger }) => trigger === kind))
                .map((kind) => (
                  <Card key={kind} display="flex" flexWrap="wrap" alignItems="center" gap="3" px="5" py="4">
                    <chakra.div flex="1 1 10rem">
                      <H3 fontSize="1.0625rem">{triggers[kind].title}</H3>
                      <Help>{triggers[kind].begins}</Help>
                    </chakra.div>
                    <Button asChild size="sm" variant="outline">
                      <Link to={adminPaths.tab('sequence', { trigger: kind })}>Write it</Link>
                    </Button>
                  </Card>
                ))}
            </Cards>
          </Stack>
        )}
      </Loaded>
    </chakra.section>
  )
}

function SequenceCard({ sequence }: { sequence: Sequence }) {
  const { sequence_id, name, trigger, course_name, days, steps, active } = sequence
  const to = adminPaths.tab('sequence', { id: sequence_id })
  return (
    <Card asChild overflow="hidden">
      <section aria-labelledby={sequence_id}>
        <Tools gap="3" px="5" py="4">
          <chakra.div flex="1 1 12rem" minW="0" overflowWrap="anywhere">
            <H3 id={sequence_id} fontSize="1.0625rem">
              <Link to={to}>{name}</Link>
            </H3>
            <Help>
              {triggers[trigger].begins.replace('some days', days === null ? 'some days' : countText(days, 'day'))}
              {course_name && ` of ${course_name}`}
            </Help>
          </chakra.div>
          <StatusTag look={active ? { label: 'On', palette: 'success' } : { label: 'Off', palette: 'gray' }} />
          <SwitchButton sequence={sequence} />
        </Tools>
        <chakra.ul listStyleType="none">
          {steps.map((step) => (
            <Step key={step.step_id} step={step} isOwn={isMessage(trigger) || isNudge(trigger)} />
          ))}
        </chakra.ul>
        <chakra.div px="5" py="2" borderTopWidth="1px" borderColor="border">
          <Button asChild size="sm" variant="ghost" ms="-3">
            <Link to={to}>Change</Link>
          </Button>
        </chakra.div>
      </section>
    </Card>
  )
}

function SwitchButton({ sequence }: { sequence: Sequence }) {
  const { sequence_id, name, active } = sequence
  const store = useStoreSequence()
  const isOwner = useIsOwner()
  const { run, busy } = useAct(adminApi.sequences.update, {
    of: (_: unknown) => ({ params: { id: sequence_id }, body: SequenceBody.parse({ ...sequence, active: !active }) }),
    done: (saved) => (saved.active ? `${name} is on for what happens from now` : `${name} is off`),
    failed: `${name} was not changed`,
    onDone: store,
  })
  if (!isOwner) return null
  return (
    <Button size="sm" variant="outline" busy={busy} onClick={run}>
      Switch {active ? 'off' : 'on'}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  )
}

/** The reasons why a letter was not sent after all, in words; others are counted together. */
const skipWords: Record<string, string> = {
  no_consent: 'did not agree',
  paid: 'had paid',
  bought: 'had bought',
  refunded: 'had a refund',
  bounced: 'address bounced',
  unproven: 'address not proven',
  begun: 'had begun',
  returned: 'learned again',
  finished: 'had finished',
  too_many: 'had another reminder this week',
  reminders_off: 'turned reminders off',
  stopped: 'wrote STOP',
  ended: 'it had ended',
  late: 'too late',
}

type StepProps = { step: SequenceStep; isOwn: boolean }

function Step({ step: { after_minutes, subject, channel, template, results, stopped, problem }, isOwn }: StepProps) {
  const used = useTemplates().find(({ name, language }) => name === template?.name && language === template.language)
  const { waiting, sent, failed, skipped, clicked, unsubscribed, orders, revenue } = results
  const left = Object.entries(skipped).filter(([, count]) => count > 0)
  const facts = [
    channel === 'whatsapp' && 'By WhatsApp',
    used && used.price !== null && `about ${rupeesText(used.price)} each, before GST`,
    sent > 0 && `${sent.toLocaleString('en-IN')} sent`,
    clicked > 0 && `${clicked.toLocaleString('en-IN')} clicked`,
    orders > 0 && `${countText(orders, 'order')}, ${rupeesText(revenue)}`,
    unsubscribed > 0 && `${unsubscribed.toLocaleString('en-IN')} unsubscribed`,
    failed > 0 && `${failed.toLocaleString('en-IN')} failed`,
    waiting > 0 && `${waiting.toLocaleString('en-IN')} waiting for the day or the pace`,
    ...left.map(([reason, count]) => `${count.toLocaleString('en-IN')} left out: ${skipWords[reason] ?? reason}`),
  ].filter(Boolean)
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="6rem minmax(0,1fr)"
      gap="3"
      alignItems="center"
      px="5"
      py="3"
      borderTopWidth="1px"
      borderColor="border"
    >
      <Tag justifySelf="stretch" justifyContent="center" textAlign="center">
        {delayText(after_minutes)}
      </Tag>
      <chakra.div overflowWrap="anywhere">
        <chakra.p fontWeight="550">{subject}</chakra.p>
        {facts.length > 0 && <Help>{facts.join(', ')}</Help>}
        {isOwn && used && used.category !== 'UTILITY' && (
          <chakra.p color="buy.fg" textStyle="sm">
            {movedWords(used.category)}
          </chakra.p>
        )}
        {stopped && (
          <chakra.p color="danger.fg" textStyle="sm">
            Stopped. {stopWords[stopped]} {problem} Save it once more to send the rest.
          </chakra.p>
        )}
      </chakra.div>
    </chakra.li>
  )
}
