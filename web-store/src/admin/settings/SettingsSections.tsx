import { Two } from '../forms/form-parts.tsx'
import { ColourField } from './ColourField.tsx'
import { Leaders, Steps, Testimonials } from './PeopleLists.tsx'
import { IconField, LogoField } from './PictureField.tsx'
import { Section, Switch, TextSetting } from './setting-parts.tsx'

/** Everything the shop says of itself, in the order in which a visitor meets it. */
export function SettingsSections() {
  return (
    <>
      <Section title="Shop">
        <Two>
          <TextSetting name="brand.name" label="Shop name" required />
          <TextSetting
            name="brand.logo_text"
            label="Logo text"
            optional
            help="Beside the sign, in place of the shop name."
          />
        </Two>
        <LogoField />
        <IconField />
        <TextSetting name="brand.line" label="Tagline" hides help="Shown on the shop front of your home page." />
        <TextSetting
          name="brand.description"
          label="Description"
          hides
          rows={2}
          help="Shown in search results and shared links, and on pages whose own text is empty."
        />
      </Section>
      <Section title="Home page">
        <TextSetting
          name="home.headline"
          label="Headline"
          hides
          rows={3}
          help="Up to three short lines. Put *stars* around the words to paint. Without one, the home page shows your shop’s name."
        />
        <TextSetting name="home.text" label="Text" hides rows={2} />
        <TextSetting
          name="home.trust"
          label="Trust lines"
          hides
          rows={3}
          help="Up to four, each on a new line: only what is true of every course. The guarantee adds its own."
        />
        <TextSetting name="home.steps_heading" label="Heading of the steps" hides />
        <Steps />
      </Section>
      <Section
        title="Colours"
        help="The text on a colour must be readable: a contrast below 4.5 is refused. The dark theme gets matching shades."
      >
        <Two>
          <ColourField of="buy" />
          <ColourField of="action" />
        </Two>
      </Section>
      <Section title="Sales pages">
        <Switch
          name="switches.countdown"
          label="Countdown clock"
          help="A decoration that restarts on each visit. Buyers may think it is a real deadline. Off in a new shop."
        />
        <Switch
          name="switches.next_price"
          label="Next price"
          help="Shows “Limited Period Offer” and “Next Price Will be” with five times the price. Off in a new shop."
        />
      </Section>
      <Section
        title="Bundles"
        help="Buyers pay less for a bundle when they bought some of its courses here: the course’s share, at most what they paid for it. Refunded money does not count."
      >
        <Switch
          name="bundles.moved"
          label="Count courses that moved in"
          help="A course that a student brought from another platform counts with its share."
        />
        <Switch
          name="bundles.gifted"
          label="Count gifts"
          help="A course that was a gift to the student counts with its share."
        />
        <Switch
          name="bundles.granted"
          label="Count free courses"
          help="A course that you gave, or that was free, counts with its share."
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
        <TextSetting name="contact.address" label="Address" hides rows={3} help="Write each part on a new line." />
        <Two>
          <TextSetting name="contact.phone" label="Phone" hides type="tel" />
          <TextSetting name="contact.email" label="Email" hides type="email" />
        </Two>
        <TextSetting name="contact.hours" label="Hours" hides />
      </Section>
      <Section
        title="Social links"
        help="The whole address of each profile. Shown at the foot of every page, and told to search engines."
      >
        <Two>
          <TextSetting name="social.instagram" label="Instagram" hides type="url" />
          <TextSetting name="social.youtube" label="YouTube" hides type="url" />
          <TextSetting name="social.facebook" label="Facebook" hides type="url" />
          <TextSetting name="social.telegram" label="Telegram" hides type="url" />
          <TextSetting name="social.whatsapp" label="WhatsApp" hides type="url" />
        </Two>
      </Section>
      <Section title="Claims" help="Enter only numbers you can prove. False claims are against the law.">
        <Two>
          <TextSetting name="claims.enrolled_students" label="Enrolled students" hides />
          <TextSetting name="claims.active_students" label="Active students" hides />
          <TextSetting name="claims.expert_courses" label="Expert courses" hides />
          <TextSetting name="claims.success_stories" label="Success stories" hides />
          <TextSetting name="claims.countries" label="Countries" hides />
        </Two>
      </Section>
      <Section title="Testimonials" help="Quotes from real students, used with their permission.">
        <Testimonials />
      </Section>
      <Section title="About">
        <TextSetting name="about.mission" label="Mission" hides rows={3} />
        <TextSetting
          name="about.paragraphs"
          label="Text"
          hides
          rows={6}
          help="Leave an empty line to start a new paragraph."
        />
        <Leaders />
      </Section>
      <Section
        title="Who runs the shop"
        help="India’s e-commerce rules ask every online shop to show this. It appears on your contact page and below your policies once you enter the names."
      >
        <TextSetting name="legal.legal_name" label="Legal name" hides help="The registered name of your business." />
        <TextSetting name="legal.legal_address" label="Registered address" hides rows={2} />
        <Two>
          <TextSetting
            name="legal.grievance_officer.name"
            label="Grievance officer"
            hides
            help="The person buyers can complain to. The law asks you to name one."
          />
          <TextSetting name="legal.grievance_officer.designation" label="Officer’s designation" hides />
          <TextSetting name="legal.grievance_officer.email" label="Officer's email" hides type="email" />
          <TextSetting name="legal.grievance_officer.phone" label="Officer's phone" hides type="tel" />
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
