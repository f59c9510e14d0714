import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const forms = globSync('**/*.tsx', { cwd: root })
  .filter((file) => !file.endsWith('.test.tsx'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => /<form\b|<chakra\.form\b|onSubmit=/.test(text))

const SECRET = 'holds a password, a code, or a key, which no storage keeps'

/** The forms without a draft of their own, and why. */
const NO_DRAFT: Readonly<Record<string, string>> = {
  'admin/session/AdminLogin.tsx': SECRET,
  'admin/session/ChangePassword.tsx': SECRET,
  'admin/session/ConfirmIdentity.tsx': SECRET,
  'admin/session/ForgotPassword.tsx': 'is a log-in: nobody is known yet',
  'admin/session/LogInAgain.tsx': SECRET,
  'admin/session/NewPassword.tsx': SECRET,
  'admin/session/SecondStep.tsx': SECRET,
  'features/coming-soon/ComingSoonPart.tsx': 'asks for a name and an email, once',
  'features/login-codes/CodeForm.tsx': 'is a log-in: nobody is known yet',
  'shared/blocks/SignupForm.tsx': 'asks for a name and an email, once',
  'shared/sales/FreeDialog.tsx': 'asks for a name and an email, once',
  'features/auth/ChoosePassword.tsx': SECRET,
  'features/auth/ForgotPasswordScreen.tsx': 'is a log-in: nobody is known yet',
  'features/certificates/CertificateDialog.tsx': 'has nothing to type',
  'features/gift/EnterCode.tsx': SECRET,
  'features/learn/assignment/WorkForm.tsx': 'has its draft from use-work.ts',
  'features/learn/quiz/LessonQuiz.tsx': 'has its draft from use-quiz.ts, for the version of the quiz',
  'features/partners/PartnerScreen.tsx': SECRET,
  'features/privacy/CodeStep.tsx': SECRET,
  'features/profile/ChangePassword.tsx': SECRET,
  'features/profile/DeleteAccount.tsx': SECRET,
  'shared/cart/PromoCodeBox.tsx': 'is kept by the cart, once it is applied',
  'shared/login/LoginForm.tsx': SECRET,
  'shared/login/RegisterForm.tsx': SECRET,
}

const DRAFT = /\b(?:useActionForm|useEditor|useVersionedEditor|useDraft)[<(]/

it('every form keeps what is typed, over a reload, a lost session, and a closed dialog', () => {
  expect(forms.length).toBeGreaterThan(30)
  expect(
    forms.flatMap(({ file, text }) => (DRAFT.test(text) ? [] : [file])).sort(),
    'a form calls useActionForm or useEditor, or NO_DRAFT of app/forms.test.ts says why it does not',
  ).toEqual(Object.keys(NO_DRAFT).sort())
})

it('no form with a draft keeps a secret', () => {
  const names = forms
    .filter(({ text }) => DRAFT.test(text))
    .flatMap(({ file, text }) => {
      const fields = Array.from(
        text.matchAll(/\.(?:field|box)\('(\w+)'\)|\bregister\('(\w+)'/g),
        ([, one, other]) => one ?? other,
      )
      const begun = Array.from(text.matchAll(/\bbegun: \{([^}]*)\}/g), ([, fields]) => fields)
      return [...fields, ...begun].map((name) => ({ file, name: String(name) }))
    })
  expect(names.length).toBeGreaterThan(50)
  expect(
    names.filter(({ name }) => /password|secret|otp|cvv|card|iban|account_no|api_?key|key_id/i.test(name)),
  ).toEqual([])
})

it('every form of the console with room for sentences asks for the password over them when its session ends', () => {
  const long = forms.filter(({ file, text }) => file.startsWith('admin/') && text.includes('as="textarea"'))
  // Forms that the kit draws are written without this attribute.
  expect(long.length).toBeGreaterThan(0)
  expect(long.filter(({ text }) => !/use(?:Unsaved|ActionForm)\(/.test(text)).map(({ file }) => file)).toEqual([])
})
