import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CourseSchedule } from 'contract/courses/schedule'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { isApiError } from '../../../api/client.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { later } from '../../../ui/later.tsx'
import { Card } from '../../../ui/layout.tsx'
import { PageMessage } from '../../../ui/PageMessage.tsx'
import { H2 } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toaster.ts'
import { chosenCourseQuery } from '../../forms/CourseSelect.tsx'
import { Help, Tools } from '../../forms/form-parts.tsx'
import { useActionForm } from '../../forms/use-action-form.ts'
import { useVersions } from '../../forms/use-versioned-save.ts'
import { WaitingButton } from '../../forms/WaitingButton.tsx'
import { adminApi, adminClient, withETag } from '../../host/admin-api.ts'
import { IconTag } from '../../host/admin-icons.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { UNDO_MS } from '../../kit/call.ts'
import { priceQuestion, Question } from '../../kit/question.tsx'
import { useAct } from '../../kit/use-act.tsx'
import { ListTab } from '../../lists/ListTab.tsx'
import { useListParams } from '../../lists/use-list-params.ts'
import { termsColumns } from '../../promocodes/code-columns.tsx'
import { PROMOCODE_SORTS, promocodeListQuery } from '../../promocodes/promocodes.queries.ts'
import { useCourseId } from '../courses.queries.ts'
import { CourseHead } from '../editor/CourseHead.tsx'
import { SectionIndex, StepGrid } from '../editor/SectionIndex.tsx'
import {
  fieldAt,
  mergedPlan,
  NO_PLAN,
  parsePlan,
  planParts,
  type ScheduleForm,
  toBody,
  toForm,
} from './schedule-form.ts'
import { isOnSale, lackOf, needsAnswer, usePlacement } from './use-placement.ts'

/** Shows the price of a course, and its promo codes. */
export default function CoursePriceTab() {
  const courseId = useCourseId()
  const list = useListParams(PROMOCODE_SORTS)
  const { data: course } = useQuery(chosenCourseQuery(courseId))
  const query = useQuery(promocodeListQuery({ ...list.input, course: courseId }))
  return (
    <>
      <CourseHead courseId={courseId} current="selling" />
      <StepGrid>
        <SectionIndex courseId={courseId} step="selling" current="prices" kind={course?.kind ?? 'course'} />
        <div>
          <ScheduleCard key={courseId} courseId={courseId} />
          <Tools justifyContent="space-between" gap="3" mb="3">
            <H2 fontSize="1.25rem">Promo codes for this course</H2>
            <Button asChild variant="outline">
              <Link to={adminPaths.tab('promocodes')}>Open promo codes</Link>
            </Button>
          </Tools>
          <ListTab
            caption="Promo codes for this course"
            list={list}
            query={query}
            rows={query.data?.data.promocodes}
            keyOf={({ id }) => id}
            show={termsColumns}
            failed="Failed to load promo codes"
            empty={
              <PageMessage icon={IconTag} title="No promo codes for this course">
                Promo codes for this course, and for every course, show here.
              </PageMessage>
            }
          />
        </div>
      </StepGrid>
    </>
  )
}

const SellConfirm = later(() => import('./SellConfirm.tsx'))
const VersionsDialog = later(() => import('../../forms/VersionsDialog.tsx'))

const Three = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', lg: 'repeat(3,minmax(0,1fr))' },
    columnGap: '5',
    rowGap: '4',
    alignItems: 'start',
    mt: '3',
  },
})

const Part = chakra('fieldset', { base: { minW: '0', '& legend': { textStyle: 'h3', mb: '1' } } })

/** A sale, and the moments at which the course goes on and off the store. */
function ScheduleCard({ courseId }: { courseId: string }) {
  const { data: stored } = useQuery({
    queryKey: [...adminApi.courses.key(), 'plan', courseId],
    queryFn: () => planOf(courseId),
    staleTime: 0,
  })
  if (!stored) return null
  // A plan that took effect is gone: the form restarts with the present plans.
  return <Plan key={stored.etag} courseId={courseId} plan={stored.data} etag={stored.etag} />
}

const planOf = (courseId: string) => withETag((options) => adminClient.courses.schedule({ id: courseId }, options))

type Saved = { message: string; schedule: CourseSchedule }

function Plan({ courseId, plan, etag }: { courseId: string; plan: CourseSchedule; etag: string | undefined }) {
  const queries = useQueryClient()
  const { placement } = usePlacement(courseId)
  const name = `schedule:${courseId}`
  const alsoEmpty = useRef(false)
  const [requesting, setRequesting] = useState(false)
  const [priceAsked, setPriceAsked] = useState<Question>()
  const { data: course } = useQuery(chosenCourseQuery(courseId))
  const { send, conflict, dropConflict } = useVersions<ScheduleForm, CourseSchedule, Saved>({
    draftName: name,
    etag,
    send: ({ body }, headers) => {
      const confirmed = alsoEmpty.current && { also_empty: true }
      return adminClient.courses.setSchedule({
        params: { id: courseId },
        headers,
        body: { ...toBody(body), ...confirmed },
      })
    },
    stored: () => planOf(courseId),
    agrees: (body, theirs) => planParts(body, theirs, plan).length === 0,
  })
  const undo = useAct(
    {
      call: (made: string | undefined) =>
        adminClient.courses.setSchedule({
          params: { id: courseId },
          headers: made ? { 'if-match': made } : {},
          body: { ...toBody(toForm(plan)), also_empty: true },
        }),
      key: adminApi.courses.key,
    },
    { done: 'Plan restored', failed: 'The plan was not restored' },
  )
  const form = useActionForm({
    name,
    begun: toForm(plan),
    parse: parsePlan,
    send,
    stored: ({ schedule }) => toForm(schedule),
    failed: 'Plan not saved',
    toasts: true,
    fallback: 'Please try again.',
    fieldsOf: (error) => {
      const found = isApiError(error) ? (error.data?.errors ?? []) : []
      const named = found.flatMap(({ path, message }) => [[fieldAt(path), message]]).filter(([field]) => field)
      if (named.length === 0) return undefined
      dropConflict()
      return Object.fromEntries(named)
    },
    onDone: async ({ message }) => {
      const { etag: made } = await planOf(courseId)
      const action = { label: 'Undo', onClick: () => undo.run(made) }
      toast.success(message, { id: 'schedule', action, duration: UNDO_MS })
      await queries.invalidateQueries({ queryKey: adminApi.courses.key() })
      dropConflict()
    },
  })
  const { field, values } = form
  const submit = (event: FormEvent<HTMLElement>) => {
    const asked = form.isValid && 'sale_price' in form.changed && values.sale_price.trim() !== ''
    const moved = asked ? priceQuestion(course?.price, Number(values.sale_price)) : undefined
    if (moved) {
      event.preventDefault()
      return setPriceAsked(moved)
    }
    sell(event)
  }
  const sell = (event?: FormEvent<HTMLElement>) => {
    const sells = values.publish_at !== '' && placement && !isOnSale(placement.state)
    if (!form.isValid || !sells || !needsAnswer(placement)) return form.submit(event)
    event?.preventDefault()
    setRequesting(true)
  }
  const published = placement?.state === 'published'
  const planned = plan.publish_at || plan.withdraw || plan.sale
  return (
    <Card padded mb="7" aria-busy={form.isPending}>
      <H2 fontSize="1.25rem">Plan</H2>
      <chakra.form method="post" noValidate display="grid" gap="6" mt="3" onSubmit={submit}>
        <Part>
          <legend>Sale</legend>
          <Help>
            The store shows the ordinary price struck through, and when the sale ends. Orders already placed keep their
            price.
          </Help>
          <Three>
            <Field label="Sale price (₹)" optional inputMode="decimal" maxLength={12} {...field('sale_price')} />
            <Field
              label="From (Indian time)"
              optional
              type="datetime-local"
              help="Leave empty to start now."
              {...field('sale_from')}
            />
            <Field label="Until (Indian time)" optional type="datetime-local" {...field('sale_until')} />
          </Three>
        </Part>
        <Part>
          <legend>On the store</legend>
          <Help>
            {placement?.lessons === 0
              ? 'This course has no lessons yet. It is published all the same.'
              : 'Students keep the course in every state.'}
          </Help>
          <Three>
            <Field
              label="Publish at (Indian time)"
              optional
              type="datetime-local"
              {...(published && { help: 'It is published already.' })}
              // Input from before the course was published can be removed.
              readOnly={published && !values.publish_at}
              {...field('publish_at')}
            />
            <Field label="Take off at (Indian time)" optional type="datetime-local" {...field('withdraw_at')} />
            <Field as="select" label="After that" {...field('withdraw_to')}>
              <option value="unlisted">Unlisted (link only)</option>
              <option value="archived">Archived: no longer sold</option>
            </Field>
          </Three>
        </Part>
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <WaitingButton
            type="submit"
            waitsFor={!form.isChanged && 'Change the plan first'}
            busy={form.isPending}
            busyText="Saving..."
          >
            Save plan
          </WaitingButton>
          {planned && (
            <Button variant="outline" held={form.isPending} onClick={() => form.send({ body: toForm(NO_PLAN) })}>
              Clear plan
            </Button>
          )}
        </chakra.div>
      </chakra.form>
      {priceAsked && (
        <Question
          {...priceAsked}
          onConfirm={() => {
            setPriceAsked(undefined)
            sell()
          }}
          onClose={() => setPriceAsked(undefined)}
        />
      )}
      {requesting && (
        <SellConfirm
          courseId={courseId}
          busy={form.isPending}
          {...lackOf(placement)}
          anyway="Plan anyway"
          onSell={() => {
            alsoEmpty.current = true
            setRequesting(false)
            form.submit()
          }}
          onClose={() => setRequesting(false)}
        />
      )}
      {conflict && (
        <VersionsDialog
          changed="this plan"
          own={conflict.own}
          of="part"
          parts={planParts(conflict.body, conflict.theirs, plan)}
          busy={form.isPending}
          onSave={(taken) =>
            form.send({ body: mergedPlan(conflict.body, conflict.theirs, taken), over: conflict.etag })
          }
          onClose={dropConflict}
        />
      )}
    </Card>
  )
}
