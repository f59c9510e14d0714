import { workbookOf } from './workbooks.ts'

/** Exports of other platforms, with their headings to the letter and invented people. */
export type ForeignExport = { name: string; bytes: Buffer }

const csv = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`)
const line = (cells: readonly (string | number)[]) =>
  cells.map((cell) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(',')

/** Writes a row of an export with many columns by the headings that it fills. */
const table = (headings: string, rows: readonly Record<string, string | number>[]) => {
  const heads = headings.split(', ')
  return csv(line(heads), ...rows.map((row) => line(heads.map((head) => row[head] ?? ''))))
}

const GUMROAD =
  'Purchase ID, Item Name, Buyer Name, Purchase Email, Buyer Email, Do not contact?, Purchase Date, Purchase Time (UTC timezone), Subtotal ($), Taxes ($), Tax Type, Shipping ($), Sale Price ($), Fees ($), Net Total ($), Tip ($), Tax Included in Price?, Street Address, City, Zip Code, State, Country, Referrer, Refunded?, Partial Refund ($), Fully Refunded?, Disputed?, Dispute Won?, Access Revoked?, Variants, Discount Code, Recurring Charge?, Free trial purchase?, Pre-order authorization?, Product ID, Order Number, Pre-order authorization time (UTC timezone), Custom Fields, Item Price ($), Variants Price ($), Giftee Email, SKU ID, Quantity, Recurrence, Affiliate, Affiliate commission ($), Discover?, Cancellation Date, Subscription End Date, Rating, Review, License Key, Payment Type, PayPal Transaction ID, Stripe Transaction ID, Upsold?, Sent Abandoned Cart Email?, UTM Source, UTM Medium, UTM Campaign, UTM Term, UTM Content, Buyer Currency, Buyer Total, Buyer Refunded Total, WhatsApp number'
const FLAGS = {
  'Do not contact?': 0,
  'Refunded?': 0,
  'Fully Refunded?': 0,
  'Disputed?': 0,
  'Dispute Won?': 0,
  'Access Revoked?': 0,
  'Free trial purchase?': 0,
  'Pre-order authorization?': 0,
  Quantity: 1,
}
const sale = (id: string, email: string, name: string, more: Record<string, string | number> = {}) => ({
  'Purchase ID': id,
  'Item Name': 'Reels Mastery',
  'Buyer Name': name,
  'Purchase Email': email,
  ...FLAGS,
  'Purchase Date': '2025-04-05',
  'Purchase Time (UTC timezone)': '2025-04-05 09:12:33 UTC',
  'Sale Price ($)': '11.99',
  State: 'Maharashtra',
  'Buyer Currency': 'inr',
  'WhatsApp number': "'+919876543210",
  ...more,
})

const SHOPIFY =
  'Name, Email, Financial Status, Paid at, Fulfillment Status, Fulfilled at, Accepts Marketing, Currency, Subtotal, Shipping, Taxes, Total, Discount Code, Discount Amount, Shipping Method, Created at, Lineitem quantity, Lineitem name, Lineitem price, Lineitem compare at price, Lineitem sku, Lineitem requires shipping, Lineitem taxable, Lineitem fulfillment status, Billing Name, Billing Street, Billing Address1, Billing Phone, Shipping Name, Notes, Note Attributes, Cancelled at, Payment Method, Payment Reference, Refunded Amount, Vendor, Outstanding Balance, Employee, Location, Device ID, Id, Tags, Risk Level, Source, Lineitem discount, Tax 1 Name, Tax 1 Value, Phone'
const shopifyOrder = {
  'Paid at': '2026-05-01 10:00:00 +0530',
  'Created at': '2026-05-01 10:00:00 +0530',
  Currency: 'INR',
  'Financial Status': 'paid',
  'Lineitem quantity': 1,
  'Refunded Amount': '0.00',
}

const RAZORPAY =
  'id, amount, currency, status, order_id, invoice_id, international, method, amount_refunded, amount_transferred, refund_status, captured, description, card_id, card, bank, wallet, vpa, email, contact, notes, fee, tax, error_code, error_description, created_at, card_type, card_network'
const payment = {
  currency: 'INR',
  status: 'captured',
  method: 'upi',
  amount: '499.00',
  amount_refunded: '0.00',
  created_at: '15/04/2025 14:30:00',
  description: 'Reels Mastery',
  notes: '{"course":"Reels"}',
}

/** Twelve exports, by platform. */
const SKILLHAAT = 'user_id, name, email, phone, language, news_email, news_message, coins, referral_code, created_at'
const ownStudent = { news_email: 'yes', news_message: 'yes', coins: 0 }

export const foreignExports = {
  skillhaat: () => ({
    name: 'students.csv',
    bytes: table(SKILLHAAT, [
      {
        ...ownStudent,
        user_id: 'usr_0001',
        name: 'Karuna Devi',
        email: 'karuna@example.com',
        phone: '+919000000001',
        language: 'hi',
        coins: 120,
        referral_code: 'KARUNA1',
        created_at: '2026-04-02T10:00:00+05:30',
      },
      {
        ...ownStudent,
        user_id: 'usr_0002',
        name: 'Imran Shaikh',
        email: 'imran@example.com',
        phone: '+919000000002',
        language: 'en',
        news_email: 'no',
        news_message: 'no',
        referral_code: 'IMRAN22',
        created_at: '2026-05-12T09:30:00+05:30',
      },
      {
        ...ownStudent,
        user_id: 'usr_0003',
        name: 'Sneha Patil',
        email: 'sneha@example.com',
        phone: '+919000000003',
        language: 'mr',
        news_message: 'no',
        referral_code: 'SNEHA03',
        created_at: '2026-06-21T18:15:00+05:30',
      },
    ]),
  }),
  gumroad: () => ({
    name: 'gumroad-sales.csv',
    bytes: Buffer.concat([
      table(GUMROAD, [
        sale('Qx7==', 'asha@example.com', 'Asha Devi'),
        sale('Qx8==', 'ravi@example.com', 'Ravi Kumar', { 'Fully Refunded?': 1, 'Refunded?': 1 }),
        sale('Qx9==', 'meena@example.com', 'Meena', { 'Giftee Email': 'gift@example.com' }),
        sale('Qxa==', 'won@example.com', 'Won', { 'Disputed?': 1, 'Dispute Won?': 1 }),
      ]),
      csv('Totals,,,,,,,,47.96'),
    ]),
  }),
  shopify: () => ({
    name: 'orders_export_1.csv',
    bytes: table(SHOPIFY, [
      {
        ...shopifyOrder,
        Name: '#1001',
        Email: 'asha@example.com',
        Total: '998.00',
        'Lineitem name': 'Reels Mastery',
        'Lineitem price': '499.00',
        'Billing Name': 'Asha Devi',
        'Billing Phone': "'+919876543210",
      },
      {
        Name: '#1001',
        Email: 'asha@example.com',
        'Lineitem quantity': 1,
        'Lineitem name': 'Canva Basics',
        'Lineitem price': '499.00',
      },
      {
        ...shopifyOrder,
        Name: '#1002',
        Email: 'ravi@example.com',
        Total: '499.00',
        'Lineitem name': 'Reels Mastery',
        'Lineitem price': '499.00',
        'Billing Name': 'Ravi',
        'Financial Status': 'refunded',
        'Refunded Amount': '499.00',
      },
      {
        ...shopifyOrder,
        Name: '#1003',
        Email: 'meena@example.com',
        Total: '499.00',
        'Lineitem name': 'Reels Mastery',
        'Lineitem price': '499.00',
        'Cancelled at': '2026-05-02 10:00:00 +0530',
      },
    ]),
  }),
  shopify_customers: () => ({
    name: 'customers_export.csv',
    bytes: table(
      'Customer ID, First Name, Last Name, Email, Accepts Email Marketing, Default Address Company, Default Address Address1, Default Address Zip, Default Address Phone, Phone, Accepts SMS Marketing, Total Spent, Total Orders, Note, Tax Exempt, Tags',
      [
        {
          'Customer ID': "'123",
          'First Name': 'Asha',
          'Last Name': 'Devi',
          Email: 'asha@example.com',
          'Accepts Email Marketing': 'yes',
          Phone: "'+919876543210",
          'Total Orders': 2,
        },
      ],
    ),
  }),
  learndash: () => ({
    name: 'learndash-courses.csv',
    bytes: table(
      'user_id, name, email, course_id, course_title, steps_completed, steps_total, course_completed, course_completed_on',
      [
        {
          user_id: 12,
          name: 'Asha Devi',
          email: 'asha@example.com',
          course_id: 345,
          course_title: 'Reels Mastery',
          steps_completed: 9,
          steps_total: 20,
          course_completed: 'NO',
        },
        {
          user_id: 13,
          name: 'Ravi',
          email: 'ravi@example.com',
          course_id: 345,
          course_title: 'Reels Mastery',
          steps_completed: 20,
          steps_total: 20,
          course_completed: 'YES',
          course_completed_on: 'April 5, 2025 14:30:00',
        },
      ],
    ),
  }),
  woocommerce: () => ({
    name: 'wc-orders-report.csv',
    bytes: table(
      'Date, Order #, N. Revenue (formatted), Status, Customer, Customer type, Product(s), Items sold, Coupon(s), Net Sales, Attribution',
      [
        {
          Date: '2025-04-05 14:30:00',
          'Order #': 81,
          'N. Revenue (formatted)': '₹1,497.00',
          Status: 'completed',
          Customer: 'Asha Devi',
          'Product(s)': '1× Reels Mastery, 2× Canva Basics',
          'Items sold': 3,
        },
      ],
    ),
  }),
  razorpay: () => ({
    name: 'payments.csv',
    bytes: table(RAZORPAY, [
      {
        ...payment,
        id: 'pay_TEST0000000001',
        order_id: 'order_TEST00000001',
        email: 'asha@example.com',
        contact: '+919876543210',
      },
      { ...payment, id: 'pay_TEST0000000002', email: 'void@razorpay.com', contact: '9876543211', status: 'failed' },
      {
        ...payment,
        id: 'pay_TEST0000000003',
        email: 'ravi@example.com',
        contact: '9876543212',
        status: 'refunded',
        refund_status: 'full',
        amount_refunded: '499.00',
      },
      {
        ...payment,
        id: 'pay_TEST0000000004',
        email: 'meena@example.com',
        contact: '9876543213',
        refund_status: 'partial',
        amount_refunded: '100.00',
      },
    ]),
  }),
  kajabi: () => ({
    name: 'subscriptions.csv',
    bytes: table(
      'Kajabi Subscription ID, Customer Email, Customer Name, Customer ID, Offer ID, Offer Title, Amount, Currency, Interval, Status, Created At, Next Payment Date, Canceled On, Trial Ends On, Provider, Coupon Used',
      [
        {
          'Kajabi Subscription ID': 8812,
          'Customer Email': 'asha@example.com',
          'Customer Name': 'Asha Kumari Devi',
          'Offer Title': 'Reels Club',
          Amount: '$12.00',
          Currency: 'USD',
          Status: 'Active',
          'Created At': 'Apr 5, 2025',
          'Next Payment Date': 'May 5, 2025',
        },
        {
          'Kajabi Subscription ID': 8813,
          'Customer Email': 'ravi@example.com',
          'Customer Name': 'Ravi',
          'Offer Title': 'Reels Club',
          Amount: '$12.00',
          Currency: 'USD',
          Status: 'Canceled',
          'Created At': 'Nov 28, 2025',
          'Canceled On': 'Dec 1, 2025',
        },
      ],
    ),
  }),
  thinkific: () => ({
    name: 'enrollments.csv',
    bytes: table(
      'user_email, user_name, course_name, percentage_completed, expired, is_free_trial, completed, started_at, activated_at, completed_at, updated_at, created_at, expiry_date',
      [
        {
          user_email: 'asha@example.com',
          user_name: 'Asha Devi',
          course_name: 'Reels Mastery',
          percentage_completed: '0.45',
          expired: 'false',
          is_free_trial: 'false',
          completed: 'false',
          activated_at: '2025-04-05T09:12:33Z',
          expiry_date: '2027-04-05T09:12:33Z',
        },
        {
          user_email: 'ravi@example.com',
          user_name: 'Ravi',
          course_name: 'Reels Mastery',
          percentage_completed: '1.0',
          expired: 'true',
          is_free_trial: 'false',
          completed: 'true',
          activated_at: '2025-04-05T09:12:33Z',
          completed_at: '2025-05-05T09:12:33Z',
        },
      ],
    ),
  }),
  teachable: () => ({
    name: 'users.csv',
    bytes: table('fullname, email, course_name, enrolled_at, expires_at, completed_at, percent_complete, role', [
      {
        fullname: 'Asha Devi',
        email: 'asha@example.com',
        course_name: 'Reels Mastery',
        enrolled_at: '2025-04-05T09:12:33Z',
        percent_complete: '45',
        role: 'student',
      },
      {
        fullname: 'Ravi',
        email: 'ravi@example.com',
        course_name: 'Reels Mastery',
        enrolled_at: '2025-04-06T09:12:33Z',
        percent_complete: '100',
        completed_at: '2025-05-05T09:12:33Z',
      },
    ]),
  }),
  moodle: () => ({
    name: 'users.csv',
    bytes: Buffer.from(
      'username;password;firstname;lastname;email;course1;role1;group1;enroltimestart1;enrolperiod1;enrolstatus1;cohort1;profile_field_phone\nasha1;;Asha;Devi;asha@example.com;REELS;student;;1743843600;;0;;9876543210\nravi1;;Ravi;Kumar;ravi@example.com;REELS;student;;;;1;;\n',
    ),
  }),
  graphy: () => ({
    name: 'learners.xlsx',
    bytes: workbookOf([
      {
        name: 'Learners',
        rows: [
          [
            'Learner Name',
            'Learner Email',
            'Mobile Number',
            'Course Name',
            'Enrolled On',
            'Valid Till',
            'Progress',
            'Status',
          ],
          [
            'Asha Devi',
            'asha@example.com',
            919876543210,
            'Reels Mastery',
            { n: 45752, style: 'day' },
            { n: 46482, style: 'day' },
            { n: 0.45, style: 'percent' },
            'Active',
          ],
          [
            'रवि कुमार',
            'ravi@example.com',
            9876543211,
            'Reels Mastery',
            { n: 45772, style: 'day' },
            null,
            { n: 1, style: 'percent' },
            'Expired',
          ],
        ],
      },
    ]),
  }),
  classplus: () => ({
    name: 'students.csv',
    bytes: csv(
      'Student Name,Mobile,Student Email,Batch,Joined On,Valid Upto,Amount Paid',
      'Asha Devi,9876543210,asha@example.com,Reels Mastery,05/04/2025,25/12/2026,"1,499/-"',
      'Ravi,9.87654E+09,ravi@example.com,Reels Mastery,06/04/2025,,Rs. 499',
    ),
  }),
} satisfies Record<string, () => ForeignExport>
