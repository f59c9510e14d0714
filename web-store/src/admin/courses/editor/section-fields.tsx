import { periodParts } from 'contract/access-period'
import { afterGatewayFee, formatRupees, toPaise } from 'contract/money'
import { type ReactNode, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Choice, Help, Muted, Tools, Two } from '../../forms/form-parts.tsx'
import { BundleCourses, useBundleCards } from './BundleCourses.tsx'
import { BundlePrice } from './BundlePrice.tsx'
import { type Proposed, proposalsFor } from './bundle-texts.ts'
import type { CourseForm, LineListName } from './course-form.ts'
import { CardList, LineList } from './EntryLists.tsx'
import { fieldNames } from './sections.ts'

/** Bounds and help of each text of a course. */
const texts = {
  name: {
    required: true,
    maxLength: 200,
    help: 'At least 5 characters. Shown in capitals on the sales page; its address stays when you change it.',
  },
  description: { rows: 2, required: true, maxLength: 2000, help: 'At least 20 characters. Shown on cards.' },
  header_text: { required: true, maxLength: 500, help: 'At least 10 characters.' },
  header_below: { required: true, maxLength: 500 },
  long_description: {
    rows: 5,
    required: true,
    maxLength: 20_000,
    help: 'At least 50 characters. Each line becomes a point with a tick.',
  },
  offer_text: { maxLength: 300, help: 'Beside the price, such as “Half price till Friday”.' },
  buy_now_text: { maxLength: 60, help: 'Leave empty for “Buy Now”.' },
  bonuses_worth: { maxLength: 100, help: 'For example ₹4,999.' },
  language: { maxLength: 100, help: 'For example Hindi, with English captions.' },
  requirements: { maxLength: 200, help: 'For example any smartphone.' },
  teacher_name: { maxLength: 100 },
  teacher_about: { rows: 3, maxLength: 1000 },
  legal_disclaimer: { rows: 4, maxLength: 5000 },
} satisfies { [name in keyof CourseForm]?: { required?: true; rows?: number; maxLength: number; help?: string } }

/** A text; of several lines where `rows` says so. */
function Text({ of }: { of: keyof typeof texts }) {
  const { register, formState } = useFormContext<CourseForm>()
  const { required, rows, ...rest }: { required?: true; rows?: number; maxLength: number; help?: string } = texts[of]
  const shared = {
    ...rest,
    ...(required ? { required } : { optional: true }),
    ...register(of),
    label: fieldNames[of],
    error: formState.errors[of]?.message,
  }
  return rows ? <Field as="textarea" rows={rows} {...shared} /> : <Field {...shared} />
}

function FreeChoice() {
  const { watch, register } = useFormContext<CourseForm>()
  const [kind, free] = watch(['kind', 'free'])
  if (kind === 'bundle') return null
  return (
    <div>
      <Choice>
        <input type="checkbox" {...register('free')} />
        Free: who logs in, or gives an email, gets it without paying
      </Choice>
      {free && (
        <Help>Only an owner or finance makes a course free. Who took it keeps it when it costs something again.</Help>
      )}
    </div>
  )
}

/** The price with what the shop receives of it; for a bundle, with what its courses cost one by one. */
export function PriceField({ help }: { help?: string }) {
  const { watch, register, formState } = useFormContext<CourseForm>()
  const [kind, free, price] = watch(['kind', 'free', 'price'])
  const rupees = Number(price)
  return (
    <>
      <chakra.div maxW={{ md: '340px' }}>
        <Field
          required={!free && !help}
          disabled={free}
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          onWheel={(event) => event.currentTarget.blur()}
          help={help}
          label={fieldNames.price}
          error={formState.errors.price?.message}
          {...register('price')}
        />
      </chakra.div>
      {!free && rupees > 0 && (
        <Muted mt="-2.5" aria-live="polite">
          You receive{' '}
          <chakra.b color="fg" fontVariantNumeric="lining-nums tabular-nums">
            {formatRupees(afterGatewayFee(toPaise(rupees)))}
          </chakra.b>{' '}
          after Razorpay’s usual 2% and its GST. Buyers pay the price above, with GST.
        </Muted>
      )}
      {kind === 'bundle' && <BundlePrice />}
    </>
  )
}

const PASTE = 'Paste several lines to add several entries.'

/** A list of one field. */
const lines = (name: LineListName, entry: string, more?: { kind?: 'image' | 'video'; help?: string }) => (
  <LineList name={name} label={fieldNames[name]} entry={entry} help={PASTE} {...more} />
)

/** The fields of each block; the banner's come from the form, which keeps its file. */
export function blockFields(id: string, banner: ReactNode): ReactNode {
  const fields: Record<string, ReactNode> = {
    basics: (
      <>
        <Text of="name" />
        <Text of="description" />
        <BundleProposal fields={['description']} />
        <FreeChoice />
        <PriceField />
      </>
    ),
    courses: <BundleCourses />,
    banner: (
      <>
        <BundleProposal fields={['banner', 'header_text', 'header_below', 'long_description']} />
        {banner}
      </>
    ),
    'sales-text': (
      <>
        <Text of="header_text" />
        <Text of="header_below" />
        <Text of="long_description" />
      </>
    ),
    reels: lines('DEMO_REELS_VIDEOS', 'video', {
      kind: 'video',
      help: `These play without sound on the sales page. Landscape videos take a full row. ${PASTE}`,
    }),
    benefits_samples: lines('benefits_samples', 'image', { kind: 'image' }),
    CUSTOMER_REVIEWS: <CardList name="CUSTOMER_REVIEWS" label={fieldNames.CUSTOMER_REVIEWS} entry="review" />,
    additional_infobanners: lines('additional_infobanners', 'info banner', {
      kind: 'image',
      help: 'Image links, or text.',
    }),
    samples: <CardList name="product_content_samples" label={fieldNames.product_content_samples} entry="card" />,
    inside: (
      <>
        {lines('topics', 'topic', {
          help: 'Up to 5. Visitors filter the course list by these, so use the same words in every course.',
        })}
        <Two>
          <Text of="language" />
          <Text of="requirements" />
        </Two>
      </>
    ),
    teacher: (
      <>
        <Text of="teacher_name" />
        <Text of="teacher_about" />
      </>
    ),
    who_is_this_for: lines('who_is_this_for', 'line'),
    how_to_get_started: lines('how_to_get_started', 'step'),
    how_to_make_money: lines('how_to_make_money', 'line'),
    where_can_i_upload: lines('where_can_i_upload', 'platform', {
      help: 'Names like Instagram or YouTube show their icon.',
    }),
    bonuses: (
      <>
        <Text of="bonuses_worth" />
        <CardList name="exclusive_bonuses" label={fieldNames.exclusive_bonuses} entry="card" />
      </>
    ),
    'more-bonuses': <CardList name="bonuses" label={fieldNames.bonuses} entry="card" />,
    faq: <CardList name="faq" label={fieldNames.faq} entry="question" />,
    legal: <Text of="legal_disclaimer" />,
    offer: (
      <Two>
        <Text of="offer_text" />
        <Text of="buy_now_text" />
      </Two>
    ),
    access: (
      <>
        <AccessPeriodField />
        <LifetimeField />
      </>
    ),
  }
  return fields[id]
}

type Unit = 'M' | 'D'

/** Splits a stored period into its fields; an invalid one gives none. */
function partsOf(period: string): { count: string; unit: Unit } {
  try {
    const { count, unit } = periodParts(period)
    return { count: String(count), unit }
  } catch {
    return { count: period.replace(/^P|[MD]$/g, ''), unit: 'M' }
  }
}

/** Edits the access period: a number and its unit, or none for lifetime access. */
function AccessPeriodField() {
  const { field, fieldState } = useController<CourseForm, 'access_period'>({ name: 'access_period' })
  const { count, unit: typed } = partsOf(field.value)
  // An empty number has no unit to keep.
  const [chosen, setChosen] = useState<Unit>(typed)
  const unit = count === '' ? chosen : typed
  const write = (number: string, of: Unit) => field.onChange(number === '' ? '' : `P${number}${of}`)
  return (
    <Stack gridTemplateColumns="minmax(0,1fr) minmax(0,1fr)" alignItems="start">
      <Field
        label="Access period"
        optional
        type="number"
        inputMode="numeric"
        min={1}
        max={999}
        value={count}
        ref={field.ref}
        name="access_period"
        onWheel={(event) => event.currentTarget.blur()}
        onBlur={field.onBlur}
        onChange={(event) => write(event.target.value.trim(), unit)}
        help="Leave empty for access that never expires. A change applies to new sales."
        error={fieldState.error?.message}
      />
      <Field
        as="select"
        label="Unit"
        value={unit}
        onChange={(event) => {
          const next = event.target.value === 'D' ? 'D' : 'M'
          setChosen(next)
          write(count, next)
        }}
      >
        <option value="M">Months</option>
        <option value="D">Days</option>
      </Field>
    </Stack>
  )
}

const WORDS = 'Lifetime access'
const shownWords: Record<string, string> = { true: WORDS, false: '' }
const storedWords: Record<string, string> = { [WORDS]: 'true', '': 'false' }

/** Edits the text about the access period on the sales page. The stored value `true` means the default text, `false` no text. */
function LifetimeField() {
  const { watch } = useFormContext<CourseForm>()
  const { field, fieldState } = useController<CourseForm, 'lifetime_access'>({ name: 'lifetime_access' })
  return (
    <Field
      label={WORDS}
      optional
      maxLength={300}
      help={
        watch('access_period')
          ? 'Not shown: the sales page says the access period instead.'
          : `Shown below the price, such as “${WORDS}”. Leave empty to show nothing.`
      }
      {...field}
      value={shownWords[field.value] ?? field.value}
      onChange={(event) => field.onChange(storedWords[event.target.value] ?? event.target.value)}
      error={fieldState.error?.message}
    />
  )
}

/** Fills what is empty of these fields of a bundle with what its courses say, to be changed and saved as if it were typed. */
function BundleProposal({ fields }: { fields: readonly Proposed[] }) {
  const { watch } = useFormContext<CourseForm>()
  return watch('kind') === 'bundle' ? <Proposal fields={fields} /> : null
}

function Proposal({ fields }: { fields: readonly Proposed[] }) {
  const { watch, setValue, formState } = useFormContext<CourseForm>()
  const typed = watch()
  const ids = typed.bundle_courses.map(({ value }) => value)
  const { cards } = useBundleCards(ids)
  const proposals = Object.entries(
    proposalsFor(
      fields,
      typed,
      ids.flatMap((id) => cards.get(id) ?? []),
    ),
  )
  if (cards.size === 0 || proposals.length === 0) return null
  const fill = () => {
    for (const [field, text] of proposals)
      setValue(field as Proposed, text, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <Tools>
      <Button variant="outline" size="sm" onClick={fill}>
        Fill in from its courses
      </Button>
      <Help>Only what is empty. You can change it before you save.</Help>
    </Tools>
  )
}
