import { LEGAL_TEXTS } from 'contract/shop/people'
import type { ReactNode } from 'react'
import { Two } from '../forms/form-parts.tsx'
import { CoinFields, QuestionFields } from './CheckoutSettings.tsx'
import { ColourField, DARK_GROUNDS } from './ColourField.tsx'
import { CornersField, TypeField } from './LookChoices.tsx'
import { Leaders, Steps, Testimonials } from './PeopleLists.tsx'
import { IconField, LogoField } from './PictureField.tsx'
import { PlanSale } from './PlanSale.tsx'
import { PolicyField } from './PolicyFields.tsx'
import { Section, Switch, TextSetting } from './setting-parts.tsx'
import type { SettingsSectionId } from './settings-index.ts'

/** The fields of each section. */
const sections: Record<SettingsSectionId, () => ReactNode> = {
  shop: () => (
    <Section title="Shop">
      <Two>
        <TextSetting name="brand.name" required />
        <TextSetting name="brand.logo_text" optional help="Beside the sign, in place of the shop name." />
      </Two>
      <LogoField />
      <IconField />
      <TextSetting name="brand.line" optional help="Shown on the shop front of your home page." />
      <TextSetting
        name="brand.description"
        optional
        rows={2}
        help="Shown in search results and shared links, and on pages whose own text is empty."
      />
    </Section>
  ),
  'home-page': () => (
    <Section title="Home page">
      <TextSetting
        name="home.headline"
        optional
        rows={3}
        help="Up to three short lines. Put *stars* around the words to paint. Without one, the home page shows your shop’s name."
      />
      <TextSetting name="home.text" optional rows={2} />
      <TextSetting
        name="home.trust"
        optional
        rows={3}
        help="Up to four, each on a new line: only what is true of every course. The guarantee adds its own."
      />
      <TextSetting name="home.steps_heading" optional />
      <Steps />
    </Section>
  ),
  colours: () => (
    <Section
      title="Brand"
      help="The text on a colour must be readable: a contrast below 4.5 is refused. The dark theme gets matching shades. The console keeps its own look."
    >
      <Two>
        <ColourField of="buy" />
        <ColourField of="action" />
      </Two>
      <ColourField of="dark" presets={DARK_GROUNDS} />
      <CornersField />
      <TypeField />
    </Section>
  ),
  'sales-pages': () => (
    <Section
      title="Sales pages"
      help="A sale ends on its day. The clock and the next price are decoration: nothing changes with them."
    >
      <PlanSale />
      <Switch
        name="switches.countdown"
        help="Restarts on each visit, and nothing happens at its end. Buyers may take it for a deadline. Off in a new shop."
      />
      <Switch
        name="switches.next_price"
        help="Shows “Limited Period Offer” and “Next Price Will be” with five times the price, which nobody will pay. Off in a new shop."
      />
    </Section>
  ),
  bundles: () => (
    <Section
      title="Bundles"
      help="Buyers pay less for a bundle when they bought some of its courses here: the course’s share, at most what they paid for it. Refunded money does not count."
    >
      <Switch
        name="bundles.moved"
        help="A course that a student brought from another platform counts with its share."
      />
      <Switch name="bundles.gifted" help="A course that was a gift to the student counts with its share." />
      <Switch name="bundles.granted" help="A course that you gave, or that was free, counts with its share." />
    </Section>
  ),
  coins: () => (
    <Section
      title="Coins"
      help="Students may pay a part of an order with their coins. Coins come back with a refund, and when an order ends unpaid."
    >
      <CoinFields />
    </Section>
  ),
  'checkout-questions': () => (
    <Section
      title="Questions at checkout"
      help="Up to three, answered by every buyer before paying. Ask only what you use: the law wants buyers to know why."
    >
      <Switch
        name="children.ask"
        help="Below 18 a parent buys: who says that they are under 18 cannot buy alone, and gets no offers. Their answer is not stored."
      />
      <QuestionFields />
    </Section>
  ),
  guarantee: () => (
    <Section
      title="Guarantee"
      help="The store promises it everywhere but in your own texts. Buyers ask for their money back from their orders; you decide each time."
    >
      <Two>
        <TextSetting name="guarantee.days" required type="number" help="0 turns it off: the store promises nothing." />
        <TextSetting name="guarantee.text" required rows={2} />
      </Two>
    </Section>
  ),
  lessons: () => (
    <Section title="Lessons">
      <Switch
        name="delivery.moving_mark"
        help="The student’s email moves faintly over the lesson. It discourages sharing; it cannot stop a screen recording."
      />
      <Switch
        name="delivery.pdf_stamp"
        help="PDFs of lessons carry the student’s email and the shop’s name at the foot of each page. Free previews, and PDFs over 50 MB, encrypted or damaged, are sent as they are."
      />
      <Switch
        name="delivery.access_reminder"
        help="Students are emailed once, 7 days before their access to a course ends."
      />
      <Switch
        name="delivery.login_code"
        help="Students may log in with six digits from an email. Their passwords stay."
      />
      <Two>
        <TextSetting name="delivery.devices" required type="number" help="0 means no limit." />
      </Two>
      <Switch
        name="delivery.questions"
        help="Students ask there, and you answer in the inbox. Turned off, answers that are there can still be read."
      />
      <Switch
        name="delivery.question_mails"
        help="It goes to all owners. Your answer is always emailed to the student."
      />
    </Section>
  ),
  contact: () => (
    <Section title="Contact">
      <TextSetting name="contact.address" hides rows={3} help="Write each part on a new line." />
      <Two>
        <TextSetting name="contact.phone" hides type="tel" />
        <TextSetting name="contact.email" hides type="email" />
      </Two>
      <TextSetting name="contact.hours" hides />
    </Section>
  ),
  profiles: () => (
    <Section
      title="Social links"
      help="The whole address of each profile. Shown at the foot of every page, and told to search engines."
    >
      <Two>
        <TextSetting name="social.instagram" optional type="url" />
        <TextSetting name="social.youtube" optional type="url" />
        <TextSetting name="social.facebook" optional type="url" />
        <TextSetting name="social.telegram" optional type="url" />
        <TextSetting name="social.whatsapp" optional type="url" />
      </Two>
    </Section>
  ),
  claims: () => (
    <Section
      title="Claims"
      help="Claim only what you can prove, here and in your texts: numbers of students, income, ratings, “best”. The Consumer Protection Act forbids claims that mislead, and names the shop."
    >
      <Two>
        <TextSetting name="claims.enrolled_students" optional />
        <TextSetting name="claims.active_students" optional />
        <TextSetting name="claims.expert_courses" optional />
        <TextSetting name="claims.success_stories" optional />
        <TextSetting name="claims.countries" optional />
      </Two>
    </Section>
  ),
  testimonials: () => (
    <Section title="Testimonials" help="Quotes from real students, used with their permission.">
      <Testimonials />
    </Section>
  ),
  about: () => (
    <Section title="About">
      <TextSetting name="about.mission" optional rows={3} />
      <TextSetting name="about.paragraphs" optional rows={6} help="Leave an empty line to start a new paragraph." />
      <Leaders />
    </Section>
  ),
  legal: () => (
    <Section
      title="Who runs the shop"
      help="India’s e-commerce rules ask every online shop to show this. It appears on your contact page and below your policies once you enter the names."
    >
      <TextSetting name="legal.legal_name" hides help="The registered name of your business." />
      <TextSetting name="legal.legal_address" hides rows={2} />
      <Two>
        <TextSetting
          name="legal.grievance_officer.name"
          hides
          help="The person buyers can complain to. The law asks you to name one."
        />
        <TextSetting name="legal.grievance_officer.designation" hides />
        <TextSetting name="legal.grievance_officer.email" hides type="email" />
        <TextSetting name="legal.grievance_officer.phone" hides type="tel" />
      </Two>
    </Section>
  ),
  policies: () => (
    <Section
      title="Policies"
      help="Start a line with ## to make it a heading. Each page shows the day you last changed it."
    >
      <TextSetting name="legal.policies_email" optional type="email" help="Leave empty to use your contact email." />
      {LEGAL_TEXTS.map((of) => (
        <PolicyField key={of} of={of} />
      ))}
    </Section>
  ),
}

/** One section: what the shop says of itself there. */
export const SettingsSection = ({ id }: { id: SettingsSectionId }) => sections[id]()
