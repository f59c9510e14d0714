import { contactDefaults } from 'contract/shop/home'
import { legalDefaults } from 'contract/shop/people'
import { type ReactNode, useRef } from 'react'
import { client, errorText } from '../../api/client.ts'
import { useShop } from '../../content/brand.ts'
import { filled, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { fieldErrors, useActionForm } from '../../shared/forms/use-action-form.ts'
import { Problem } from '../../shared/Problem.tsx'
import { visitorDrafts } from '../../stores/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { outline } from '../../ui/icon-drawing.ts'
import { Card, Wrap } from '../../ui/layout.tsx'
import { IconMail, IconMapPin } from '../../ui/secondary-icons.ts'
import { H1 } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'

const IconPhone = outline(
  'M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5 -2.5l5 2v4a2 2 0 0 1 -2 2a16 16 0 0 1 -15 -15a2 2 0 0 1 2 -2',
)

const EMPTY = { name: '', email: '', subject: '', message: '' }
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const NOT_SENT = t('Your message was not sent. Please check your internet connection and try again.')

export default function ContactScreen() {
  return (
    <Wrap pt={{ base: '10', md: '60px' }} pb={{ base: '14', md: '20' }}>
      <Head
        title={t('Contact')}
        description={t('Questions about a course, a payment or your account? Write to us.')}
        canonicalPath={paths.contact}
      />
      <H1>{t('Contact us')}</H1>
      <chakra.p textStyle="lead" color="fg.muted" mt="3" maxW="44em">
        {t('Questions about a course, a payment or your account? Write to us.')}
      </chakra.p>
      <chakra.div
        display="grid"
        gridTemplateColumns="minmax(0,1fr)"
        css={{ '&:has(> ul)': { gridTemplateColumns: { lg: '340px minmax(0,1fr)' } } }}
        gap={{ base: '8', lg: '12' }}
        mt={{ base: '8', md: '10' }}
        alignItems="start"
      >
        <Ways />
        <ContactForm />
      </chakra.div>
    </Wrap>
  )
}

function Way({ icon, title, children }: { icon: typeof IconMail; title: string; children: ReactNode }) {
  return (
    <chakra.li display="flex" gap="3.5" css={{ '& svg': { color: 'action.fg', mt: '2px' } }}>
      <Icon of={icon} />
      <div>
        <chakra.p fontWeight="600">{title}</chakra.p>
        <chakra.div
          color="fg.muted"
          overflowWrap="anywhere"
          css={{ '& a': { color: 'action.fg', textDecoration: 'underline', textUnderlineOffset: '3px' } }}
        >
          {children}
        </chakra.div>
      </div>
    </chakra.li>
  )
}

function Ways() {
  const { address, phone, email, hours } = useShop('contact', contactDefaults)
  const { legal_name, legal_address, grievance_officer: officer } = useShop('legal', legalDefaults)
  if (address.length === 0 && ![phone, email, legal_name, officer.name].some(Boolean)) return null
  return (
    <chakra.ul display="grid" gap="6">
      {address.length > 0 && (
        <Way icon={IconMapPin} title={t('Address')}>
          {address.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Way>
      )}
      {phone && (
        <Way icon={IconPhone} title={t('Phone')}>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
          {hours && <p>{hours}</p>}
        </Way>
      )}
      {email && (
        <Way icon={IconMail} title={t('Email')}>
          <a href={`mailto:${email}`}>{email}</a>
          {!phone && hours && <p>{hours}</p>}
        </Way>
      )}
      {legal_name && (
        <Way icon={IconMapPin} title={t('Legal name')}>
          <p>{legal_name}</p>
          {legal_address && <chakra.p whiteSpace="pre-line">{legal_address}</chakra.p>}
        </Way>
      )}
      {officer.name && (
        <Way icon={IconMail} title={t('Grievance officer')}>
          <p>
            {officer.name}
            {officer.designation && `, ${officer.designation}`}
          </p>
          {officer.email && <a href={`mailto:${officer.email}`}>{officer.email}</a>}
          {officer.phone && <p>{officer.phone}</p>}
        </Way>
      )}
    </chakra.ul>
  )
}

function ContactForm() {
  const website = useRef<HTMLInputElement>(null)
  const form = useActionForm({
    drafts: visitorDrafts,
    name: 'contact',
    begun: EMPTY,
    fallback: NOT_SENT,
    check: ({ name, email, subject, message }) => ({
      name: name.trim() ? undefined : t('Please enter your name'),
      email: !email.trim()
        ? t('Please enter your email')
        : EMAIL.test(email.trim())
          ? undefined
          : t('Please enter a valid email address'),
      subject: subject.trim() ? undefined : t('Please enter a subject'),
      message: message.trim() ? undefined : t('Please enter your message'),
    }),
    send: (body) => client.tickets.create({ ...body, website: website.current?.value ?? '' }),
    fieldsOf: (error) => fieldErrors(error, Object.keys(EMPTY)),
    onDone: ({ message }) => toast.success(filled(message)),
  })
  return (
    <Card padded>
      <chakra.form method="post" noValidate onSubmit={form.submit} display="grid" gap="4.5" aria-label={t('Contact')}>
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))' }}
          gap="4.5"
        >
          <Field label={t('Name')} autoComplete="name" maxLength={100} required {...form.field('name')} />
          <Field
            label={t('Email')}
            type="email"
            autoComplete="email"
            maxLength={254}
            required
            {...form.field('email')}
          />
        </chakra.div>
        <Field label={t('Subject')} maxLength={200} required {...form.field('subject')} />
        <Field as="textarea" label={t('Message')} rows={6} maxLength={5000} required {...form.field('message')} />
        {/* No person sees this field; a program that fills every field gives itself away by it. */}
        <chakra.div position="absolute" left="-9999px" aria-hidden="true">
          <input type="text" tabIndex={-1} autoComplete="off" aria-label={t('Website')} ref={website} name="website" />
        </chakra.div>
        {form.error && <Problem>{errorText(form.error, NOT_SENT)}</Problem>}
        {form.data && (
          <chakra.p role="status" fontWeight="550">
            {t('We have your message. Its number is {number}. We are emailing it to you.', {
              number: form.data.ticket_no,
            })}
          </chakra.p>
        )}
        <Button type="submit" size="lg" justifySelf={{ md: 'start' }} busy={form.isPending} busyText={t('Sending...')}>
          {t('Send message')}
        </Button>
      </chakra.form>
    </Card>
  )
}
