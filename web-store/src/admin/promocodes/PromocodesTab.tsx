import type { Promocode } from 'contract/promocodes'
import { paths } from '../../paths.ts'
import { later } from '../../ui/later.tsx'
import { IconCopy } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi } from '../host/admin-api.ts'
import { IconPencil, IconTag } from '../host/admin-icons.ts'
import { usePlatform } from '../host/platform.tsx'
import { listTab, opens } from '../kit/list-tab.tsx'
import { AddPromocode } from './AddPromocode.tsx'
import { termsColumns } from './code-columns.tsx'
import { useDeletePromocode } from './use-delete-promocode.tsx'

const EditPromocode = later(() => import('./EditPromocode.tsx'))

/** Copies an address of the store that brings the code along: of its only course, or of the first page. */
function useCopyLink() {
  const { storeAddress, copyText } = usePlatform()
  const copy = async ({ promocode, course_id, course_ids }: Promocode) => {
    const page = course_id && !course_ids ? paths.course(course_id) : paths.home
    const link = storeAddress(`${page}?code=${encodeURIComponent(promocode)}`)
    if (!(await copyText(link))) return toast.error('Copying is not allowed here')
    toast.success('Link copied', { id: 'code-link', description: link })
  }
  return {
    name: ({ promocode }: Promocode) => `Copy link of ${promocode}`,
    icon: IconCopy,
    run: (code: Promocode) => void copy(code),
  }
}

/** The form of a new code beside all there are. */
export default listTab({
  title: 'Promo codes',
  of: 'promo codes',
  call: adminApi.promocodes.adminList,
  rows: 'promocodes',
  keyOf: ({ id }: Promocode) => id,
  search: 'Search by code',
  download: 'promocodes',
  beside: AddPromocode,
  empty: { icon: IconTag, title: 'No promo codes yet', text: 'Codes you add show here.' },
  columns: termsColumns,
  actions: [
    useCopyLink,
    opens(({ promocode }) => `Change ${promocode}`, IconPencil, EditPromocode),
    useDeletePromocode,
  ],
})
