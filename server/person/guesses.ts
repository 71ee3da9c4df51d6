// The passwords that are tried first, of those long enough to be taken at all.

const words = `
1234567890 12345678910 123456789a 1234567891 0123456789 0987654321 9876543210 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc
1qazxsw23edc q1w2e3r4t5 q1w2e3r4t5y6 qwertyuiop qwertyuiop123 qwerty12345 qwerty123456 qwerty1234 qwertz12345
qwertzuiop azertyuiop asdfghjkl1 asdfghjkl123 zxcvbnm123 zxcvbnm1234 qazwsxedc1 qazwsxedcrfv 1234qwerasdf 1234567qwe
password12 password123 password1234 password12345 password123456 password01 password99 password2024 password2025
password2026 passwort12 passwort123 passwort1234 p@ssword12 p@ssword123 p@ssw0rd12 p@ssw0rd123 passw0rd12 passw0rd123
passw0rd1234 password!! password!1 password1! password123! passwordpassword mypassword mypassword1 mypassword123
newpassword newpassword1 changeme12 changeme123 changeme1234 changemenow changeit123 letmein123 letmein1234
letmeinnow welcome123 welcome1234 welcome12345 welcome2024 welcome2025 welcome2026 willkommen willkommen1
willkommen123 administrator admin12345 admin123456 admin1234567 adminadmin admin@1234 administrator1 root123456
rootroot12 superadmin superuser1 test123456 test12345678 testtest12 testtest123 testpassword temppassword temp123456
iloveyou12 iloveyou123 iloveyou1234 iloveyou2 ilovemyself sunshine12 sunshine123 princess12 princess123 football12
football123 baseball12 baseball123 basketball superman12 superman123 batman12345 starwars12 starwars123 pokemon123
dragon12345 monkey12345 shadow12345 master12345 michael123 jennifer12 jordan2323 abcdefghij abcdefghijk abcdefghijkl
abcd123456 abcde12345 abc1234567 abc123456789 a123456789 aa12345678 aa123456789 a1b2c3d4e5 a1b2c3d4e5f6 qwe1234567
qweasdzxc1 qweasdzxc123 asd1234567 asdasdasd1 asdfasdfasdf qwerqwerqwer 1111122222 1122334455 1212121212 1231231231
123123123123 123321123321 147258369a 1472583690 159357159357 102030405060 2468101214 3141592653 3141592654
computer12 computer123 internet12 internet123 samsung123 google1234 facebook12 facebook123 minecraft1 minecraft123
whatever12 whatever123 trustno1234 secret1234 secret12345 mysecret12 supersecret topsecret1 topsecret123 s3cr3t1234
correcthorse correcthorsebatterystaple hello12345 hello123456 helloworld helloworld1 goodmorning sommer2024
sommer2025 sommer2026 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026
autumn2025 herbst2025 september1 december12 1september logistics1 logistics123 logistik123 spedition1 delivery12
delivery123 transport1 transport123 drayconsole draydraydray consignment
`

export const firstGuesses: ReadonlySet<string> = new Set(words.split(/\s+/).filter((word) => word !== ''))
