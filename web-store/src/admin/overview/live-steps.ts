import type { LiveStep } from 'contract/before-live'
import { IconBuildingStore, IconShieldCheck, IconStarFilled } from '../../ui/icons.ts'
import {
  IconAlertTriangle,
  IconBooks,
  IconClock,
  IconEye,
  IconInfoCircle,
  IconKey,
  IconLock,
  IconMapPin,
  IconPlayerPlay,
  IconReceipt,
  IconTrash,
  IconUser,
} from '../../ui/secondary-icons.ts'
import { IconLink, IconPencil, IconPhoto } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import type { TodoWords } from '../lists/todo-words.ts'
import { settingsPath } from '../settings/settings-index.ts'
import { tabPath } from '../tabs/tab-path.ts'

// Ways that are no address of the console: a page of the store, the choice of a folder, the removal of the demo or of test orders.
export const STORE = 'store'
export const FOLDER = 'folder'
export const BEGIN = 'begin'
export const REMOVE_TESTS = 'remove-tests'

/** Each setup step in words, with the place where it is done. */
export const liveSteps: Record<LiveStep, TodoWords> = {
  name: {
    icon: IconBuildingStore,
    title: 'Name your shop',
    action: 'Add the name',
    to: settingsPath('shop', 'brand.name'),
    detail: 'Buyers see it on every page, in emails and on their receipts.',
  },
  course: {
    icon: IconBooks,
    title: 'Put your first course on sale',
    action: 'Choose a folder',
    to: FOLDER,
    detail: 'Drop a folder of videos here: its files become the lessons.',
    other: { label: 'No folder? Fill in a form', to: adminPaths.tab('addcourse') },
  },
  look: {
    icon: IconEye,
    title: 'Look at your course',
    action: 'Open its page',
    to: STORE,
    detail: 'See its page as buyers see it.',
  },
  keys: {
    icon: IconKey,
    title: 'Connect Razorpay',
    action: 'Add keys',
    to: adminPaths.tab('payment'),
    detail: 'Start with test keys. They move no money.',
  },
  purchase: {
    icon: IconReceipt,
    title: 'Buy it once yourself',
    action: 'Open the course',
    to: STORE,
    detail: 'See what your buyers see: the payment, the email and the lessons.',
  },
  students: {
    icon: IconUser,
    title: 'Bring your students',
    action: 'Move in',
    to: tabPath('movein') ?? adminPaths.tab('enrol'),
    detail: 'From Graphy, Teachable, Excel and others.',
  },
  gst: {
    icon: IconReceipt,
    title: 'Decide on GST',
    action: 'Open GST',
    to: tabPath('invoices') ?? adminPaths.tab('settings'),
    detail: 'Off in a new shop. Turn it on if you are registered, or dismiss this.',
  },
  line: {
    icon: IconPencil,
    title: 'Write your home page',
    action: 'Write it',
    to: settingsPath('home-page'),
    detail: 'It shows only what you fill in.',
  },
  logo: {
    icon: IconPhoto,
    title: 'Add your logo and colours',
    action: 'Add them',
    to: settingsPath('shop'),
    detail: 'Until then, your shop’s name shows as plain text. Colours are under Brand.',
  },
  contact: {
    icon: IconMapPin,
    title: 'Add your address, phone and email',
    action: 'Add them',
    to: settingsPath('contact'),
    detail: 'Without them, buyers cannot reach you.',
  },
  legal: {
    icon: IconInfoCircle,
    title: 'Say who runs the shop',
    action: 'Fill it in',
    to: settingsPath('legal'),
    detail: 'The law asks for your registered name and a grievance officer.',
  },
  testimonials: {
    icon: IconStarFilled,
    title: 'Replace the demo testimonials',
    action: 'Open',
    to: settingsPath('testimonials'),
    detail: 'These people do not exist. Invented reviews are against the law.',
  },
  claims: {
    icon: IconAlertTriangle,
    title: 'Correct your figures',
    action: 'Open figures',
    to: settingsPath('claims'),
    detail: 'Show only numbers that you can prove, or leave them empty.',
  },
  about: {
    icon: IconPencil,
    title: 'Write your About page',
    action: 'Write it',
    to: settingsPath('about'),
    detail: 'It is empty, or still has demo text such as “Founder name”.',
  },
  policies: {
    icon: IconLock,
    title: 'Read your policies',
    action: 'Read them',
    to: settingsPath('policies'),
    detail: 'Buyers see our default policies. Read them, or write your own.',
  },
  guarantee: {
    icon: IconShieldCheck,
    title: 'Decide on a money-back guarantee',
    action: 'Decide',
    to: settingsPath('guarantee'),
    detail: 'Off in a new shop. Turned on, the store promises it everywhere. Dismiss this to leave it as it is.',
  },
  urgency: {
    icon: IconClock,
    title: 'Plan a sale with a last day',
    action: 'Open',
    to: settingsPath('sales-pages'),
    detail:
      'A real end sells honestly. The decorative clock is there, too, and off. Dismiss this to leave all as it is.',
  },
  demo_courses: {
    icon: IconTrash,
    title: 'You are looking at the demo',
    action: 'Begin with my shop',
    detail: 'One press removes its courses, students and orders. What you made stays.',
    to: BEGIN,
  },
  live: {
    icon: IconPlayerPlay,
    title: 'Go live',
    action: 'Change keys',
    to: adminPaths.tab('payment'),
    detail: 'Save live keys, and real payments reach you. Your test orders go then.',
  },
  test_orders: {
    icon: IconTrash,
    title: 'Take your test orders out of the figures',
    action: 'Remove them',
    to: REMOVE_TESTS,
    detail: 'They were paid with test keys, before you went live. Nobody paid real money for them.',
  },
  webhook: {
    icon: IconLink,
    title: 'Set the webhook secret',
    action: 'Set it',
    to: adminPaths.tab('payment', { part: 'webhook-address' }),
    detail: 'Razorpay uses it to report payments to your shop.',
  },
}
