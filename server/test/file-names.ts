import { parse } from 'content-disposition'

/** File names that people have, with each as it is shown. */
export const fileNames: readonly (readonly [what: string, sent: string, shown: string])[] = [
  ['Hindi', 'पाठ-26 नोट्स.pdf', 'पाठ-26 नोट्स.pdf'],
  ['Hindi without a digit', 'नोट्स.pdf', 'नोट्स.pdf'],
  ['Marathi', 'धडा १ — ओळख (अंतिम).pdf', 'धडा १ — ओळख (अंतिम).pdf'],
  ['emoji', '💡👩\u200d💻 Ideas ❤️.pdf', '💡👩\u200d💻 Ideas ❤️.pdf'],
  ['200 letters', `${'नमस्ते '.repeat(28)}अंत.pdf`, `${'नमस्ते '.repeat(28)}अंत.pdf`],
  ['right to left', 'دليل الدورة.pdf', 'دليل الدورة.pdf'],
  ['combining marks', 'Re\u0301sume\u0301 v1.5.pdf', 'Résumé v1.5.pdf'],
  ['spaces and signs', 'Notes & "tips" 100%, #1; a=b.pdf', 'Notes & "tips" 100%, #1; a=b.pdf'],
  ['a turned end', 'invoice\u202efdp.exe.pdf', 'invoicefdp.exe.pdf'],
  ['a path', '..\\..\\गुप्त/पाठ.pdf', 'पाठ.pdf'],
]

/** Returns the name that a browser saves under, and the one for clients that read no other script. */
export function savedAs(answer: Response): { name: string; plain: string } {
  const header = answer.headers.get('content-disposition') ?? ''
  const plain = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;]+))/.exec(header)
  const { filename = '' } = parse(header).parameters
  return { name: filename, plain: plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '' }
}
