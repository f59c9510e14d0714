import type { ReactNode } from 'react'
import { type FieldPath, get, useFormContext } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { Help, Two } from '../forms/form-parts.tsx'
import { LogoField } from './LogoField.tsx'
import { Leaders, Testimonials } from './PeopleLists.tsx'
import type { SettingsForm } from './settings-form.ts'
import { settingsSections } from './settings-index.ts'

type TextProps = {
  name: FieldPath<SettingsForm>
  label: string
  help?: string
  rows?: number
  required?: boolean
  optional?: boolean
  type?: 'email' | 'tel' | 'number'
}

/** One text of the settings. */
export function TextSetting({ name, rows, ...rest }: TextProps) {
  const { register, formState } = useFormContext<SettingsForm>()
  const error = (get(formState.errors, name) as { message?: string } | undefined)?.message
  const { type, ...words } = rest
  if (rows) return <Field as="textarea" rows={rows} error={error} {...words} {...register(name)} />
  return <Field error={error} {...words} {...(type && { type })} {...register(name)} />
}

type SectionTitle = (typeof settingsSections)[number]['title']

/** One section of `settingsSections`, which its index and the palette lead to. */
function Section({ title, help, children }: { title: SectionTitle; help?: string; children: ReactNode }) {
  const id = settingsSections.find((section) => section.title === title)?.id
  return (
    <Card asChild padded display="grid" gap="4.5" scrollMarginTop={{ base: '64px', lg: '20px' }}>
      <section id={`section-${id}`} data-section={id} aria-label={title}>
        <div>
          <chakra.h2 id={`section-${id}-title`} tabIndex={-1} outline="0" textStyle="h3" fontSize="1.375rem">
            {title}
          </chakra.h2>
          {help && <Help>{help}</Help>}
        </div>
        {children}
      </section>
    </Card>
  )
}

const Choice = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'start',
    minH: '11',
    cursor: 'pointer',
    '& input': { w: '20px', h: '20px', mt: '2px' },
  },
})

type SwitchName =
  | `switches.${'countdown' | 'next_price'}`
  | `delivery.${'moving_mark' | 'pdf_stamp' | 'questions' | 'question_mails' | 'access_reminder'}`

function Switch({ name, label, help }: { name: SwitchName; label: string; help: string }) {
  const { register } = useFormContext<SettingsForm>()
  return (
    <Choice>
      <input type="checkbox" {...register(name)} />
      <span>
        {label}
        <Help>{help}</Help>
      </span>
    </Choice>
  )
}

/** Everything the shop says of itself, in the order in which a visitor meets it. */
export function SettingsSections() {
  return (
    <>
      <Section title="Shop">
        <Two>
          <TextSetting name="brand.name" label="Shop name" required />
          <TextSetting name="brand.logo_text" label="Logo text" required />
        </Two>
        <LogoField />
        <TextSetting name="brand.line" label="Tagline" optional help="Shown on the shop front of your home page." />
        <TextSetting
          name="brand.description"
          label="Description"
          required
          rows={2}
          help="Shown in search results and shared links."
        />
      </Section>
      <Section title="Sales pages">
        <Switch
          name="switches.countdown"
          label="Countdown clock"
          help="A decoration that restarts on each visit. Buyers may think it is a real deadline."
        />
        <Switch
          name="switches.next_price"
          label="Next price"
          help="Shows “Next Price Will be” with five times the price."
        />
      </Section>
      <Section
        title="Guarantee"
        help="The store promises it everywhere but in your own texts. Buyers ask for their money back from their orders; you decide each time."
      >
        <Two>
          <TextSetting
            name="guarantee.days"
            label="Days after the payment"
            required
            type="number"
            help="0 turns it off: the store promises nothing."
          />
          <TextSetting name="guarantee.text" label="Text beside the button" required rows={2} />
        </Two>
      </Section>
      <Section title="Lessons">
        <Switch
          name="delivery.moving_mark"
          label="Watermark with student’s email"
          help="The student’s email moves faintly over the lesson. It discourages sharing; it cannot stop a screen recording."
        />
        <Switch
          name="delivery.pdf_stamp"
          label="Stamped PDFs"
          help="PDFs of lessons carry the student’s email and the shop’s name at the foot of each page. Free previews, and PDFs over 50 MB, encrypted or damaged, are sent as they are."
        />
        <Switch
          name="delivery.access_reminder"
          label="Reminder before access ends"
          help="Students are emailed once, 7 days before their access to a course ends."
        />
        <Two>
          <TextSetting
            name="delivery.devices"
            label="Devices allowed at the same time"
            required
            type="number"
            help="0 means no limit."
          />
        </Two>
        <Switch
          name="delivery.questions"
          label="Questions under a lesson"
          help="Students ask there, and you answer in the inbox. Turned off, answers that are there can still be read."
        />
        <Switch
          name="delivery.question_mails"
          label="Email me about new questions and assignments"
          help="It goes to all owners. Your answer is always emailed to the student."
        />
      </Section>
      <Section title="Contact">
        <TextSetting name="contact.address" label="Address" required rows={3} help="Write each part on a new line." />
        <Two>
          <TextSetting name="contact.phone" label="Phone" required type="tel" />
          <TextSetting name="contact.email" label="Email" required type="email" />
        </Two>
        <TextSetting name="contact.hours" label="Hours" optional />
      </Section>
      <Section title="Claims" help="Enter only numbers you can prove. False claims are against the law.">
        <Two>
          <TextSetting name="claims.enrolled_students" label="Enrolled students" optional />
          <TextSetting name="claims.active_students" label="Active students" optional />
          <TextSetting name="claims.expert_courses" label="Expert courses" optional />
          <TextSetting name="claims.success_stories" label="Success stories" optional />
          <TextSetting name="claims.countries" label="Countries" optional />
        </Two>
      </Section>
      <Section title="Testimonials" help="Quotes from real students, used with their permission.">
        <Testimonials />
      </Section>
      <Section title="About">
        <TextSetting name="about.mission" label="Mission" required rows={3} />
        <TextSetting
          name="about.paragraphs"
          label="Text"
          rows={6}
          help="Leave an empty line to start a new paragraph."
        />
        <Leaders />
      </Section>
      <Section
        title="Who runs the shop"
        help="India’s e-commerce rules ask every online shop to show this. It appears on your contact page and below your policies once you enter the names."
      >
        <TextSetting name="legal.legal_name" label="Legal name" optional help="The registered name of your business." />
        <TextSetting name="legal.legal_address" label="Registered address" optional rows={2} />
        <Two>
          <TextSetting
            name="legal.grievance_officer.name"
            label="Grievance officer"
            optional
            help="The person buyers can complain to. The law asks you to name one."
          />
          <TextSetting name="legal.grievance_officer.designation" label="Officer’s designation" optional />
          <TextSetting name="legal.grievance_officer.email" label="Officer's email" optional type="email" />
          <TextSetting name="legal.grievance_officer.phone" label="Officer's phone" optional type="tel" />
        </Two>
      </Section>
      <Section
        title="Policies"
        help="Leave empty to use the default text. Start a line with ## to make it a heading. Each page shows the day you last changed it."
      >
        <TextSetting
          name="legal.policies_email"
          label="Email for questions about policies"
          optional
          type="email"
          help="Leave empty to use your contact email."
        />
        <TextSetting name="legal.privacy" label="Privacy policy" optional rows={5} />
        <TextSetting name="legal.terms" label="Terms" optional rows={5} />
        <TextSetting name="legal.cookies" label="Cookie policy" optional rows={5} />
        <TextSetting name="legal.refund" label="Refund policy" optional rows={5} />
        <TextSetting name="legal.delivery" label="Delivery" optional rows={5} />
        <TextSetting name="legal.cancellation" label="Cancellation" optional rows={5} />
      </Section>
    </>
  )
}
