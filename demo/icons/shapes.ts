import payment from "lucide-static/icons/banknote.svg?raw";
import barcode from "lucide-static/icons/barcode.svg?raw";
import calendar from "lucide-static/icons/calendar-days.svg?raw";
import code from "lucide-static/icons/code-xml.svg?raw";
import contact from "lucide-static/icons/contact-round.svg?raw";
import copy from "lucide-static/icons/copy.svg?raw";
import download from "lucide-static/icons/download.svg?raw";
import more from "lucide-static/icons/ellipsis.svg?raw";
import poster from "lucide-static/icons/file-text.svg?raw";
import image from "lucide-static/icons/image.svg?raw";
import key from "lucide-static/icons/key-round.svg?raw";
import bulk from "lucide-static/icons/layers.svg?raw";
import link from "lucide-static/icons/link.svg?raw";
import mail from "lucide-static/icons/mail.svg?raw";
import place from "lucide-static/icons/map-pin.svg?raw";
import message from "lucide-static/icons/message-square.svg?raw";
import phone from "lucide-static/icons/phone.svg?raw";
import print from "lucide-static/icons/printer.svg?raw";
import redo from "lucide-static/icons/redo-2.svg?raw";
import reset from "lucide-static/icons/rotate-ccw.svg?raw";
import scan from "lucide-static/icons/scan-qr-code.svg?raw";
import share from "lucide-static/icons/share-2.svg?raw";
import text from "lucide-static/icons/text.svg?raw";
import undo from "lucide-static/icons/undo-2.svg?raw";
import wifi from "lucide-static/icons/wifi.svg?raw";
import close from "lucide-static/icons/x.svg?raw";
import { SVG_NAMESPACE } from "../product/pictures.ts";

/** The icons of the page, from Lucide (ISC license). */
const ICONS = {
  barcode,
  bulk,
  calendar,
  close,
  code,
  contact,
  copy,
  download,
  image,
  key,
  link,
  mail,
  message,
  more,
  payment,
  phone,
  place,
  poster,
  print,
  redo,
  reset,
  scan,
  share,
  text,
  undo,
  wifi,
} as const;

export type IconName = keyof typeof ICONS;

/** Returns the icon as an element. The style sheet sets its size and its lines. */
export function pictureOf(name: IconName): SVGElement {
  const { documentElement: file } = new DOMParser().parseFromString(ICONS[name], "image/svg+xml");
  const picture = document.createElementNS(SVG_NAMESPACE, "svg") as SVGElement;
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.append(...file.children);
  return picture;
}
