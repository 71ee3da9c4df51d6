// Lists the most frequent words of passwords, in the languages and trades of Dray's users.

const termList = `
aabbcc abcabc abcd abcdef abracadabra access account admin administrator africa ahmed ahmet aisha ajax alberto
alejandro alex alexander alexandra alexey allah always amanda amazon amelia america american andrea andrei andrew
android angel angelika angels ankara anna anne anthony antonio anything apple april argentina arsenal asdf asdfasdf
asdfgh ashley asshole athens audi auftrag august austin australia austria autumn avengers awesome azerty babe baby
babyboy babygirl bailey bambi banana barbara barbie barcelona bart baseball basel basketball batman battery bayern
beach bear beatles beer benfica benjamin benutzer berlin bernd besiktas betty beyonce bible bieber bienvenido
bienvenue birgit bitch bitcoin bitte black blau bless blessed blue blume bmwm3 bonjour boobs borussia boss boston
boxing brandon brasil brazil brian broncos brother brown bruder buddha buddy buero bugatti bunny business buster
butterfly california camaro cameron camila canada carlos carol caroline cash catherine champ champion change changeme
charles charlie charlotte cheese chef chelsea cherry chevrolet chevy chiara chicago chicken china chocolate christ
christian christina christine christopher church cisco claudia coffee college cologne colombia company computer
consignment contrasena cookie cookies cool cooler correct correcthorse corvette cosmos cowboy cowboys crazy cricket
crypto crystal customer cycling cynthia daddy dallas dance dancer daniel danielle danke darling database datenbank
david debian deborah december default delhi delivery demon denver depot deutschland devil dezember diamond dick diego
dienstag dieter director disney dmitri docker dodgers dollar dolphin donald donna donnerstag dorothy dortmund dragon
driver drums dubai dublin ducati dylan eagle eagles earth edward egypt elizabeth elvis emily eminem emre engel england
enterprise eric espana euro evening everton everything fabian facebook fahrer faith falcon familie family father
fatima februar february felix fenerbahce fernando ferrari feuer feyenoord fire firma florian florida flower flowers
football forest forever fortnite france francesco frank frankfurt freedom freiheit freitag freunde friday frieden
friend friends frodo fruehling fuck fucker fuckme fuckoff fuckyou fussball gabriele galatasaray galaxy game gamer
games gaming gandalf garfield gast geheim geheimnis gelb genesis geneva george germany ginger giovanni giulia giuseppe
glasgow glaube gmail gold golden golf golfgti goodbye goodmorning goodnight goofy google grace green gruen guenther
guest guitar hallo hamburg hannah happy harley harrypotter hasan hasi haslo hawaii heather heaven heaven666 helen hell
hello hellokitty helloworld helmut helpdesk herbst hermione hero heslo himmel hobbit hockey hocuspocus hogwarts hola
hollywood homer honda honey hope horse horst hotline hotmail hotstuff hottie houston hulk hunter hunter2 hurricane
hussein ibrahim icecream ichliebedich igor iloveyou india instagram inter internet iphone ireland ironman isabella
island istanbul italia italy ivan izmir jacob jaguar jakob james januar january japan jason jazz jeffrey jelszo
jennifer jens jessica jesus jesuschrist jetaime john joker jonas jordan jose joseph joshua juan juergen juli julia
july june juni justin juventus kaffee kaiser karen karin katherine kathleen kawasaki kennwort kerstin kevin keyboard
killer king kitten kitty klaus knight koeln korea kunde lager lakers lamborghini lars laura legend lehrer lemon lena
leonie letme letmein liberty liebe lieferung lightning linda linkedin linux lion lisa lisbon liverpool login logistics
logistik logon london losenord love lovely loveme lover loveyou lucifer lucky lukas madison madonna madrid maerz
maggie mama manager manchester manfred march marco margaret maria marie marijuana mario mark martin martina maserati
master matrix matthew mausi maxim mehmet melbourne melissa mercedes metal metallica mexico michael michelle mickey
mickeymouse microsoft midnight miguel milan minecraft minnie mittwoch mohamed mohammed moin molly mommy mond monday
money monika monkey monster montag moon moonlight morgan morning moscow motdepasse mother motorola mountain muenchen
muhammad mumbai munich murat music musik mustafa mustang mypassword myspace mysql nadine nancy naruto natalia natasha
nathan nemo netflix network netzwerk newcastle newpassword newyork nicola nicole night nikita niklas ninja nintendo
nirvana nissan nokia nopassword nothing november ocean october office oktober oldpassword oleg oliver olivia omar opel
opensesame openup oracle orange order orders oscar packers pakistan panda papa paris parol parola party pass passord
passpass passwd password password1 passwort patricia patrick paul paypal peace peaches pedro penis pepper peter petra
phoenix piano pikachu pink pirate pizza planet platinum player playstation please pokemon poland polska pony porsche
portugal postgres potter prague prince princess prinzessin puppy purple pussy qazwsx queen qweasd qweasdzxc qwerty
qwertz rabbit rachel raiders rainbow ranger realmadrid redskins redsox richard rihanna river robert roblox rock rocket
rockstar rocky roma rome root rose route router rugby russia ruth ryan sabine sadie salasana samantha sammy samstag
samsung samuel samurai sandy santiago sarah sasuke satan saturday scarlet schalke schatz schatzi schnucki schokolade
school schule schwarz schweiz schwester scooby scorpion scotland sebastian secret secret123 senha september sergey
server service servus sesame sexy shadow shakira shark sharon shipping shit sifre signin silver simba simon simpsons
sister skoda skywalker slipknot smile snake snoopy snow snowball soccer sofia soldier something sommer sonne sonntag
sony sophia sorry spain spedition spider spiderman sponge spongebob spotify spring staple star stars startrek starwars
steelers stefan stefanie stephan stephanie stern sterne steven storm stpauli strawberry student stuttgart subaru
summer sunday sunflower sunset sunshine superman supersecret superstar superuser support susan susanne suzuki sven
svetlana sweetheart sweetie sydney sysadmin system tatiana taylor teacher teamo techno temp temporary tennis tequiero
test tester testing texas thailand thankyou thomas thorsten thunder thursday tiger tigger timothy tobias tokyo
topsecret tornado torsten tottenham tour toyota transport truck trucker trustme trustno trustnoone tuesday turkey
turkiye turtle twitter tyler ubuntu united universe university user username valentina vegas veronica versand victoria
vienna violet vladimir volkswagen volleyball volvo wachtwoord warehouse warrior warsaw washington wasser water
wednesday weed weekend weiss welcome werder werner whatever whatsapp whiskey white wifi william willkommen wind
windows windows10 winner winter wireless wizard wlan wolf wolfgang word wsxedc xbox yahoo yamaha yankees yellow yoda
youtube yusuf yxcvbn zelda zurich zxcv zxcvbn superadmin ilovemyself correcthorsebatterystaple
`

export const commonTerms: ReadonlySet<string> = new Set(termList.split(/\s+/).filter((term) => term !== ''))
