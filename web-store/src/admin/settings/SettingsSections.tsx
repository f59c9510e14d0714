import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { type FieldPath, get, useFormContext } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { Help, Two } from '../parts/form-parts.tsx'
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
  type?: 'email' | 'tel'
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
    '& input': { w: '20px', h: '20px', mt: '2px', accentColor: '{colors.neel.solid}' },
  },
})

function Switch({ name, label, help }: { name: 'countdown' | 'next_price'; label: string; help: string }) {
  const { register } = useFormContext<SettingsForm>()
  return (
    <Choice>
      <input type="checkbox" {...register(`switches.${name}`)} />
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
        <TextSetting name="brand.line" label="Line" optional help="The home page paints it on the shop front." />
        <TextSetting
          name="brand.description"
          label="Description"
          required
          rows={2}
          help="For search engines and shared links."
        />
      </Section>
      <Section title="Sales pages">
        <Switch
          name="countdown"
          label="Countdown clock"
          help="A decoration that restarts on each visit. Consider whether your buyers may take it for a deadline."
        />
        <Switch name="next_price" label="Next price" help="Reads ‘Next Price Will be’ and five times the price." />
      </Section>
      <Section title="Contact">
        <TextSetting name="contact.address" label="Address" required rows={3} help="One line each." />
        <Two>
          <TextSetting name="contact.phone" label="Phone" required type="tel" />
          <TextSetting name="contact.email" label="Email" required type="email" />
        </Two>
        <TextSetting name="contact.hours" label="Hours" optional />
      </Section>
      <Section title="Claims" help="Only figures you can prove: invented ones are against the law.">
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
        <TextSetting name="about.paragraphs" label="Text" rows={6} help="An empty line begins a new paragraph." />
        <Leaders />
      </Section>
      <Section
        title="Who runs the shop"
        help="The e-commerce rules for consumers ask every Indian shop to say it. It stands on the contact page and below the policies; nothing is shown while a name is empty."
      >
        <TextSetting name="legal.legal_name" label="Legal name" optional help="Of the business, as it is registered." />
        <TextSetting name="legal.legal_address" label="Registered address" optional rows={2} />
        <Two>
          <TextSetting
            name="legal.grievance_officer.name"
            label="Grievance officer"
            optional
            help="Whom the law asks an Indian shop to name for complaints."
          />
          <TextSetting name="legal.grievance_officer.designation" label="Officer's designation" optional />
          <TextSetting name="legal.grievance_officer.email" label="Officer's email" optional type="email" />
          <TextSetting name="legal.grievance_officer.phone" label="Officer's phone" optional type="tel" />
        </Two>
      </Section>
      <Section title="Policies" help="Leave empty to use the default text. A line that begins with ## is a heading.">
        <TextSetting
          name="legal.policies_email"
          label="Email for questions about policies"
          optional
          type="email"
          help="The contact's email when empty."
        />
        <TextSetting name="legal.privacy" label="Privacy policy" optional rows={5} />
        <TextSetting name="legal.terms" label="Terms" optional rows={5} />
        <TextSetting name="legal.cookies" label="Cookie policy" optional rows={5} />
      </Section>
    </>
  )
}
