import type { ErrorTexts } from '../error-texts.ts'

export const plugAndChargeErrors = {
  'root.not_found': {
    status: 404,
    en: 'There is no such root certificate.',
    de: 'Dieses Wurzelzertifikat gibt es nicht.',
    ru: 'Такого корневого сертификата нет.',
  },
  'root.none': {
    status: 409,
    en: 'There is no root certificate that holds and that stations of this protocol version take.',
    de: 'Es gibt kein gültiges Wurzelzertifikat, das Stationen dieser Protokollversion annehmen.',
    ru: 'Нет действующего корневого сертификата, который принимают станции этой версии протокола.',
  },
  'root.unreadable': {
    status: 400,
    en: 'This is not one certificate in PEM.',
    de: 'Das ist nicht genau ein Zertifikat in PEM.',
    ru: 'Это не один сертификат в формате PEM.',
  },
  'root.not_self_signed': {
    status: 400,
    en: 'This is no root certificate: it is not signed by itself, or is no authority.',
    de: 'Das ist kein Wurzelzertifikat: Es hat sich nicht selbst signiert oder ist keine Zertifizierungsstelle.',
    ru: 'Это не корневой сертификат: он не подписан сам собой или не принадлежит центру сертификации.',
  },
  'root.exists': {
    status: 409,
    en: 'This root certificate is there already.',
    de: 'Dieses Wurzelzertifikat ist schon da.',
    ru: 'Этот корневой сертификат уже добавлен.',
  },
} as const satisfies ErrorTexts
