// Chinese, Japanese and Korean names are written without spaces, like any other short word. The family name that starts a name
// tells them apart.

/** Nouns that appear where a name is expected. */
const NOT_A_NAME =
  /关于|關於|联系|聯繫|我们|我們|声明|聲明|版权|隐私|团队|編輯|编辑|編集|编輯|記者|记者|小编|管理|管理员|新闻|新聞|日报|日報|晚报|公司|本报|本社|来源|出典|首页|首頁|作者|著者|匿名|网友|网站|用户|官方|通讯|通信|部$|社$|网$|局$|会$|支店$|本店$|工場$|病院$|スタッフ|チーム|ライター|ニュース|編集部|お問い合わせ|ホーム|プロフィール|運営|広告|기자|편집|관리자|뉴스|[가-힣]{2}부$|팀$|신문사?$|방송사?$|일보$|인터넷|유튜브|한겨레|한국인|어린이|고교생|[가-힣]간지$|지역지|여성지|연예지/u;
const CHINESE =
  '王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖蕭田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鐘谭譚陆陸汪范金石廖贾賈夏韦韋付方白邹鄒孟熊秦邱江尹薛闫閻段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯';
const KOREAN =
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용';
/** Two characters of a common Japanese family name start the name. */
const JAPANESE = new Set(
  `佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 山本 中村 小林 加藤 吉田 山田 佐々 山口 松本 井上 木村 斎藤 斉藤 清水 山崎 阿部 池田 橋本 山下 森田 石川
  中島 前田 藤田 小川 後藤 岡田 長谷 村上 近藤 石井 坂本 遠藤 青木 藤井 西村 福田 太田 三浦 藤原 岡本 松田 中川 中野 原田 小野 田村 竹内 金子 和田
  中山 石田 上田 森本 柴田 酒井 工藤 横山 宮崎 宮本 内田 高木 安藤 谷口 大野 丸山 今井 高田 藤本 武田 村田 上野 杉山 増田 平野 大塚 千葉 久保 松井
  小島 岩崎 桜井 野口 松尾 野村 木下 菊地 菊池 佐野 大西 杉本 新井 浜田 古川 市川 小松 水野 吉川 島田 山内 西田 西川 北村 五十 安田 中田 川崎 飯田
  本田 沢田 久保 吉村 望月 矢野 広瀬 荒木 松村 嶋田 川口 大島 星野 黒田 関口 堀内`.split(/\s+/),
);

/** Some have three characters, such as 佐々木. */
export const isJapaneseFamily = (name = ''): boolean => name.length < 4 && JAPANESE.has(name.slice(0, 2));

/** Whether a text in these scripts starts with a common family name; null if it is certainly not a name. */
export function isEastAsianName(text: string): boolean | null {
  if (NOT_A_NAME.test(text)) return null;
  const letters = text.replace(/[\s・]/gu, '');
  const first = letters[0] ?? '';
  if (KOREAN.includes(first)) return letters.length === 3;
  if (JAPANESE.has(letters.slice(0, 2))) return letters.length > 2 && letters.length < 7;
  return CHINESE.includes(first) && letters.length < 4;
}

/** Many family names are those of places and companies too. */
const PLACE = /(?:[都府県市区町村駅店屋園庁邸展内]|駅前|大学|製薬|薬品|工業|建設|銀行)$/u;

export const isPlace = (text: string): boolean => PLACE.test(text);

/** Whether a text without spaces is a usual family name with a given name. */
export const isJapaneseName = (text: string): boolean =>
  isJapaneseFamily(text.slice(0, 2)) && !isPlace(text) && isEastAsianName(text) === true;

const REPORTER = /^([가-힣]{3})\s?기자(?=$|\s*[|·=,([]|\s+(?:\d|\S+@))/u;

/** Words before '기자' that look like names: '오늘의 기자', '전문가 기자'. Names seldom end in 의 or 가, but often in the other letters. */
const NOT_A_REPORTER =
  /[의가]$|^(?:방송국|전문지|정보지|기관지|정치인|방송인|연예인|장애인|유명인|공무원|연구원|조합원|구의원|도의원|제주도|강원도|전라도|최우수)$/u;

/** '김민수 기자' is a byline. The same word follows kinds of reporters ('시민 기자'), so only a usual name counts. */
export function readKoreanReporter(text: string): string | null {
  const name = REPORTER.exec(text)?.[1];
  return name !== undefined && !NOT_A_REPORTER.test(name) && isEastAsianName(name) ? name : null;
}
