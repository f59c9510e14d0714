import { afterGatewayFee, formatRupees, toPaise } from 'contract/money'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { Choice, Help, Two } from '../../forms/form-parts.tsx'
import { CardList } from '../list/CardList.tsx'
import { AccessPeriodField } from './AccessPeriodField.tsx'
import { BundleCourses } from './BundleCourses.tsx'
import { BundlePrice } from './BundlePrice.tsx'
import { BundleProposal } from './BundleProposal.tsx'
import type { CourseForm } from './course-form.ts'
import { LifetimeField } from './LifetimeField.tsx'
import { LineList } from './LineList.tsx'
import { fieldNames, type SectionId } from './sections.ts'

type TextName = 'name' | 'description' | 'header_text' | 'header_below' | 'long_description' | 'offer_text'

type FactName = 'language' | 'requirements' | 'teacher_name' | 'teacher_about'

/** Label, help and error of a text, by its name. */
function useTextField() {
  const { register, formState } = useFormContext<CourseForm>()
  return (name: TextName | 'price' | 'buy_now_text' | 'bonuses_worth' | 'legal_disclaimer' | FactName) => ({
    ...register(name),
    label: fieldNames[name],
    error: formState.errors[name]?.message,
  })
}

function Basics() {
  const field = useTextField()
  return (
    <>
      <Field
        required
        maxLength={200}
        help="At least 5 characters. Shown in capitals on the sales page; its address stays when you change it."
        {...field('name')}
      />
      <Field
        as="textarea"
        required
        rows={2}
        maxLength={2000}
        help="At least 20 characters. Shown on cards."
        {...field('description')}
      />
      <BundleProposal fields={['description']} />
      <FreeChoice />
      <PriceField />
    </>
  )
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
  const field = useTextField()
  const { watch } = useFormContext<CourseForm>()
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
          {...field('price')}
        />
      </chakra.div>
      {!free && rupees > 0 && (
        <chakra.p textStyle="sm" color="fg.muted" mt="-2.5" aria-live="polite">
          You receive{' '}
          <chakra.b color="fg" fontVariantNumeric="lining-nums tabular-nums">
            {formatRupees(afterGatewayFee(toPaise(rupees)))}
          </chakra.b>{' '}
          after Razorpay’s usual 2% and its GST. Buyers pay the price above, with GST.
        </chakra.p>
      )}
      {kind === 'bundle' && <BundlePrice />}
    </>
  )
}

function Offer() {
  const field = useTextField()
  return (
    <Two>
      <Field
        optional
        maxLength={300}
        help="Beside the price, such as “Half price till Friday”."
        {...field('offer_text')}
      />
      <Field optional maxLength={60} help="Leave empty for “Buy Now”." {...field('buy_now_text')} />
    </Two>
  )
}

function Access() {
  return (
    <>
      <AccessPeriodField />
      <LifetimeField />
    </>
  )
}

function SalesText() {
  const field = useTextField()
  return (
    <>
      <BundleProposal fields={['header_text', 'header_below', 'long_description']} />
      <Field required maxLength={500} help="At least 10 characters." {...field('header_text')} />
      <Field required maxLength={500} {...field('header_below')} />
      <Field
        as="textarea"
        required
        rows={5}
        maxLength={20_000}
        help="At least 50 characters. Each line becomes a point with a tick."
        {...field('long_description')}
      />
    </>
  )
}

function Bonuses() {
  const field = useTextField()
  return (
    <>
      <Field optional maxLength={100} help="For example ₹4,999." {...field('bonuses_worth')} />
      <CardList name="exclusive_bonuses" label={fieldNames.exclusive_bonuses} entry="card" />
    </>
  )
}

/** Edits the facts of the sales page beside the counted lessons; empty ones are not shown. */
function Inside() {
  const field = useTextField()
  return (
    <>
      <Help>
        The number of lessons, their lengths and the last update come from your lessons. Empty fields are not shown.
      </Help>
      <Two>
        <Field optional maxLength={100} help="For example Hindi, with English captions." {...field('language')} />
        <Field optional maxLength={200} help="For example any smartphone." {...field('requirements')} />
      </Two>
      <Field optional maxLength={100} {...field('teacher_name')} />
      <Field as="textarea" optional rows={3} maxLength={1000} {...field('teacher_about')} />
      <LineList
        name="topics"
        label={fieldNames.topics}
        entry="topic"
        help="Up to 5. Visitors filter the course list by these, so use the same words in every course."
      />
    </>
  )
}

function Legal() {
  const field = useTextField()
  return <Field as="textarea" optional rows={4} maxLength={5000} {...field('legal_disclaimer')} />
}

const PASTE = 'Paste several lines to add several entries.'

/** The fields of each section; the banner's come from the form, which keeps its file. */
export function sectionFields(id: SectionId, banner: ReactNode): ReactNode {
  const fields: Record<SectionId, ReactNode> = {
    basics: <Basics />,
    courses: <BundleCourses />,
    banner: (
      <>
        <BundleProposal fields={['banner']} />
        {banner}
      </>
    ),
    'sales-text': <SalesText />,
    reels: (
      <LineList
        name="DEMO_REELS_VIDEOS"
        label={fieldNames.DEMO_REELS_VIDEOS}
        entry="video"
        kind="video"
        help={`These play without sound on the sales page. Landscape videos take a full row. ${PASTE}`}
      />
    ),
    proof: (
      <>
        <LineList name="benefits_samples" label={fieldNames.benefits_samples} entry="image" kind="image" help={PASTE} />
        <CardList name="CUSTOMER_REVIEWS" label={fieldNames.CUSTOMER_REVIEWS} entry="review" />
        <LineList
          name="additional_infobanners"
          label={fieldNames.additional_infobanners}
          entry="info banner"
          kind="image"
          help="Image links, or text."
        />
      </>
    ),
    samples: <CardList name="product_content_samples" label={fieldNames.product_content_samples} entry="card" />,
    inside: <Inside />,
    lists: (
      <>
        <Help>Drag to reorder, or press the arrow keys on a handle. Empty lists hide their block. {PASTE}</Help>
        <Two>
          <LineList name="who_is_this_for" label={fieldNames.who_is_this_for} entry="line" />
          <LineList name="how_to_get_started" label={fieldNames.how_to_get_started} entry="step" />
          <LineList name="how_to_make_money" label={fieldNames.how_to_make_money} entry="line" />
          <LineList
            name="where_can_i_upload"
            label={fieldNames.where_can_i_upload}
            entry="platform"
            help="Names like Instagram or YouTube show their icon."
          />
        </Two>
      </>
    ),
    bonuses: <Bonuses />,
    'more-bonuses': <CardList name="bonuses" label={fieldNames.bonuses} entry="card" />,
    faq: <CardList name="faq" label={fieldNames.faq} entry="question" />,
    legal: <Legal />,
    offer: <Offer />,
    access: <Access />,
  }
  return fields[id]
}
