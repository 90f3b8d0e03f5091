"""What the words of an answer about its own ignorance stand for, in six languages: the lexicon of `reading`.

A line is a concept and its words, folded. `mention*` takes every word that begins so, `*stelle` every word that ends so
(German compounds), and `leave_out` two or three words in a row. Chinese words are found anywhere in the text.
"""

from __future__ import annotations

LEXICON: dict[str, str] = {
    "en": """
        REFUSE privacy confidential legal_reasons confidentiality forbidden permitted_to
        ANS identify identifying tell_from gather
        NEED need needs require requires necessary would_take
        GUESS inventing invent making_up
        SAID preserved known_to named_anywhere documented handed_down
        ANS conclusion verifying assess advise_on advice
        REFUSE authorised authorized allowed_to not_permitted
        INFO hit hits match matches entry entries explanation statement_of ruling citation fact number_of whereabouts response wording specification result answer_to line_on word_on
        LACK withheld redacted withholding censored blacked_out removed omission gap_in blank_on deficient lacked skipped skips excluded excludes
        GIVE convey conveys furnish furnishes feature features carry carries addresses yield yields offers return returns returned deliver retain retains
        OUT exceeds exceed past_what not_within outside_the beyond_the surpasses
        SAY mentions establishes establish_who pinpoints records_who account_for accounts_for cite cites commit commits itemise itemises quantifies quantify weigh_in speculates stipulate stipulates
        FIND encounter encountered traced uncover uncovered identify_any come_up pull_up
        MUM tight_lipped noncommittal mum undecided uninformative
        CANT unable_to not_able cannot couldn at_a_loss
        ME personally ourselves assistant system
        SRC portal intranet inbox thread email emails wording footnote footnotes drafts draft instruction instructions dataset spreadsheet spreadsheets shared pasted uploaded quoted_part
        HELP recommend ask_the check_the try get_in_touch reach refer_to_the
        CANT unable impossible incapable no_way powerless
        SRC document* text* passage* context* excerpt* extract* page* leaflet* brochure* pamphlet* booklet* flyer* handout* manual handbook* guide guides guideline* guidance polic* report reports minutes memo* letter* article* chapter* section* paragraph* appendi* annex* table tables schedule* contract* agreement* lease* deed* clause* provision* terms bylaw* regulation* statute* record records file files material* source sources database* faq* website site wiki transcript* summary catalog* datasheet* sheet specification* filing* statement statements certificate* log logs archive* corpus collection snippet* chunk* results book story paper study content* evidence knowledge_base help_centre help_center knowledge search resources papers sentences lines notes listing quotation* invoice* dossier* bundle* attachment* corpus reference* write_up tender plan rulebook
        ME i we me my our m ve ourselves myself
        YOU you your
        NOT not never hardly nor cannot barely neither scarcely isnt dont doesnt cant
        NONE no none zero any_of_these not_any
        NIL nothing nowhere anything anywhere not_a_word not_one_word no_one_word
        SAY mention mentions mentioning say says saying state specify specifies indicate indicates tell tells explain explains reveal reveals disclose discloses identify identifies clarify clarifies define defines discuss discusses address addresses describe describes detail go_into goes_into touch touches refer refers deal deals speak speaks elaborate elaborates comment shed sheds spell spells set_out sets_out quote quotes break_down breaks_down settle settles pin resolve spelling naming stating saying specifying name names talks_about talk_about bring_up brings_up suggest suggests hint hints get_into gets_into delve delves
        SAID stated mentioned specified named listed indicated disclosed identified detailed described documented clarified addressed defined spelled published noted discussed covered included recorded provided revealed supplied spelt reported answered explained touched resolved settled quoted broken spelled_out set_out brought_up dealt
        GIVE give gives contain contains containing include includes provide provides providing cover covers list lists show shows offer offers hold holds supply supplies present presents giving listing supports support allows allow lets let enough sufficient help helps record mention_of
        HAVE have has had having exist exists available there_is there_are there_was hand possess holding access
        FIND find found locate located locating see saw seeing spot spotted discover turn_up turned_up turns_up come_across came_across dig look looked searched checked retrieved retrieve retrieving appear appears appearing surfaced read went_through gone_through combed scanned reviewed
        KNOW know known aware sure certain familiar understand clear knowing certainty confident confidence
        ANS answer answers answering respond determine determined confirm verify judge establish established work_out deduce infer ascertain conclude figure_out derive drawn pinpoint tell_you say_for pin_down comment assist advise inform reply
        CAN can could able possible way position capable feasible
        INFO information info detail details data figure figures mention indication clue hint answer trace word specifics particulars basis facts breakdown idea insight number anything_about note nothing_about confirmation description guidance_on knowledge_of
        WH who when where what which whether how whose why whom if_the if_it whoever
        THIS this that it these here there such
        ASK question questions asked query request requested topic point subject asking ask matter issue wanted inquire enquire enquiry inquiry
        MUM silent silence mute quiet open unanswered unsaid undefined unresolved vague ambiguous inconclusive
        LACK missing lack lacks lacking omits omit omitted leaves_out left_out leave_out absent absence short gap gaps fails failed fail skips devoid free_of insufficient incomplete leaves leave left
        OUT beyond outside out_of exceeds scope outside_of remit
        UNK unknown unclear unspecified undisclosed unstated unnamed unsure uncertain unaware unavailable unmentioned undetermined unidentified unanswerable unlisted n_a tbd undocumented
        GUESS guess guessing guesses speculate speculation speculating speculative guesswork assumption assume conjecture
        ONLY only merely solely just exclusively
        BUT but however though although while whereas yet nevertheless albeit
        SORRY sorry unfortunately afraid regret regrettably apologies apologise apologize sadly alas
        HELP please contact consult recommend suggest happy glad reach_out feel_free let_me check_with support helpline check share
        TRUTH honestly frankly upfront candidly truth simply
        IF if when_the unless provided_that whenever in_case should_the
        WHY because since as_a due so therefore hence reason
        TOLD told testified claimed replied admitted declared wrote reporters witness announced denied argues criticises criticizes criticised
        EXC except unless only_in only_if elsewhere otherwise else other_than only_where
        PAST was were did been became
        MUST must may should shall will would might need needs has_to required
        WHO he she they nobody everyone anyone someone people him her them no_one anybody
        TIME until before after still today yet_to ever since_the to_date to_this_day once
        REFUSE decline refuse rather_not prefer_not not_allowed
        VAIN empty blank
        LEAD based according judging given from going in_the from_the looking
        """,
    "de": """
        REFUSE datenschutz datenschutzgrunden vertraulich rechtlichen vertraulichkeit untersagt
        ANS identifizieren feststellbar ermittelbar bestimmbar nachweisbar benennen herausgeben
        NEED brauchte brauche benotige benotigt notig erforderlich
        GUESS erfinden erfindung
        SAID uberliefert festgestellt verzeichnet aufgezeichnet
        ANS schluss uberprufen verifizieren rat
        REFUSE befugt berechtigt
        INFO treffer ergebnis ergebnisse eintrag eintrage erklarung nennung spur spuren vermerk aufschluss resultat resultate fundstellen verweis verweise nachweis stellungnahme
        LACK geschwarzt entfernt weggelassen ausgelassen fehlte fehlten zuruckgehalten lucken luckenhaft unerwahnt_lasst lasst_aus unterschlagt vermisse
        GIVE hergibt gibt_keine liefere bereithalt bereit beinhaltet beinhalten aufweist ergab ergibt ergeben ergibt_sich fuhrt_auf beigefugt
        OUT ubersteigt uberschreitet geht_uber jenseits ausserhalb_des hinausgeht
        SAY aufgeht vorkommt kommt_vor aufschluss_gibt anspricht bezieht beziehen eingegangen dargelegt darlegt ausspricht hinweg festlegt auf_den_punkt
        FIND entnehme entnahm auftauchen vorkommen stiess stossen herauslesen ersehen entdeckt entdecken vorfinden vorgefunden kommt_darin vor_in
        CANT ausserstande nicht_moglich weiss_ich_nicht vermogen
        ME meinem meines unserem unserer assistent
        SRC intranet portal e_mail fussnote entwurf anweisung datensatz tabellen beigefugten beiliegenden zugesandten mitgelieferten geschickt geschickten geliefert gelieferten bereitgestellt bereitgestellten vorliegenden vorhandenen archiv archive archivs bestande gesendet
        HELP fragen_sie erkundigen nachfragen am_besten melden_sie hotline
        CANT ausserstande unmoglich uberfordert
        SRC *dokument *text *kontext *unterlage *quelle *auszug *auszuge *auszugen *merkblatt *broschure *faltblatt *prospekt *handbuch *leitfaden *richtlinie *bericht *protokoll *brief artikel kapitel *abschnitt absatz *anhang *anlage tabelle *vertrag *klausel *satzung *ordnung *verordnung *vorschrift *akte *material materialien *liste *anleitung *beschreibung *vorlage *passage *seite zeilen *stelle *buch *studie *formular *ubersicht *zusammenfassung *aushang *verzeichnis *datenbank wissensdatenbank *datei *basis *ausschnitt *fundstelle *sammlung *inhalt *ergebnis  *fragment *bestand *schriftstuck *eintrag webseite faq suchergebnisse *dokumentation *papier *ausfuhrungen *grundlage *wissen absatzen abschnitten richtlinien quellen
        ME ich wir mir uns mich meiner unserer meine unsere meinem unseren meinen mein
        YOU sie ihnen ihre ihrer du dir deine ihr
        NOT nicht nie niemals kaum weder nicht_mal
        NONE kein keine keinen keiner keinem keines keinerlei ohne keins
        NIL nichts nirgends nirgendwo mit_keinem_wort kein_wort nichts_davon
        SAY sagt sagen nennt nennen erwahnt erwahnen verrat verraten erklart erklaren prazisiert spezifiziert beschreibt bezeichnet erlautert behandelt behandeln thematisiert benennt beziffert aussert aussern spricht sprechen hinweist steht stehen gibt geben geht gehen eingeht eingehen hervor rede regelt verlieren verliert halt macht machen schlusselt schlusseln konkretisiert klart beantwortet hervorgeht hervorgehen nachlesen weist weisen befasst befassen beschaftigt drin darin
        SAID genannt erwahnt angegeben aufgefuhrt benannt beziffert vermerkt ausgewiesen festgehalten mitgeteilt dokumentiert erlautert prazisiert ersichtlich beschrieben geregelt behandelt spezifiziert erfasst hinterlegt thematisiert festgelegt entnehmen entnommen angesprochen ausgefuhrt enthalten beantwortet verzeichnet zu_entnehmen besprochen
        GIVE enthalt enthalten bietet bieten liefert liefern umfasst zeigt zeigen fuhrt fuhren erlaubt lasst lassen ausreichend genugt reicht reichen hergeben hergibt gibt_her stellt deckt abgedeckt
        HAVE habe haben hat liegt liegen vorliegt vorliegen verfuge verfugen besitze vorhanden verfugbar existiert existieren gibt_es es_gibt zur_verfugung parat vorliegend liegend zugriff bekommen
        FIND finde finden fand findet gefunden sehe sah gesehen lese entdecke auffinden ausfindig findet_sich stosse gesucht durchgesehen durchsucht gepruft lesen erkennen erkennbar auftaucht taucht erscheint durchgegangen nachgesehen
        KNOW weiss wissen bekannt kenne kennen sicher klar gewiss gewissheit bewusst
        ANS beantworten beantwortung antworten antwort bestimmen ermitteln feststellen ableiten schliessen sagen_kann auskunft_geben bestatigen beurteilen helfen erschliessen weiterhelfen treffen herausfinden sagen angeben nennen_kann mitteilen klaren nachvollziehen festmachen
        CAN kann konnen konnte moglich lage imstande vermag lasst_sich lassen_sich
        INFO information informationen angabe angaben daten auskunft auskunfte hinweis hinweise detail details anhaltspunkt anhaltspunkte aussage aussagen einzelheiten antwort erwahnung zahl zahlen angaben_dazu erkenntnisse wort anhalt beleg belege nahere naheres konkretes genaues
        WH wer wann wo was welche welcher welches welchen welchem ob wie warum wessen wem wen weshalb wieviel wieviele wofur
        THIS das dies diese dieser dieses dazu hierzu daruber davon hieruber hier darauf diesem diesen da daraus daran
        ASK frage fragen anfrage thema punkt gefragt gefragte anliegen gewunschte gesuchte fragestellung aspekt
        MUM schweigt schweigen schweigsam offen stumm unbeantwortet unerwahnt still vage mehrdeutig bedeckt
        LACK fehlt fehlen fehlend* mangelt spart ausgespart lucke auslassen aussen fehlanzeige mangels unvollstandig* unzureichend* nicht_genug
        OUT ausserhalb uber_den hinaus jenseits sprengt ubersteigt rahmen
        UNK unbekannt unklar ungeklart unsicher ungewiss ungenannt unbestimmt uberfragt unerwahnt k_a
        GUESS raten spekulieren spekulation vermuten mutmassen geraten ratselraten vermutung
        ONLY nur lediglich bloss ausschliesslich einzig allein
        BUT aber jedoch zwar allerdings doch hingegen wahrend obwohl sondern dagegen
        SORRY leider bedaure bedauere entschuldigung bedauerlicherweise tut_mir verzeihung sorry
        HELP bitte wenden kontaktieren empfehle gerne gern kundendienst kundenservice konsultieren rufen melden support
        TRUTH ehrlich offengestanden schlicht schlichtweg
        IF wenn falls sofern soweit sobald solange
        WHY weil da_die deshalb deswegen daher da_der denn grund
        TOLD sagte sagten behauptete zeuge zeugin aussagte erklarte gab_an wirft meinte
        EXC ausser denn_sei nur_in sonst ausgenommen anderes nur_wo erst
        PAST war waren wurde wurden hatte hatten
        MUST muss mussen darf durfen soll sollen sollte wird werden gilt
        WHO er niemand jeder man jemand ihm
        TIME bis vor nach noch heute bisher bis_heute erst
        REFUSE verweigere lehne ablehnen lieber mochte
        VAIN leer
        LEAD anhand laut gemass aufgrund auf_grundlage
        """,
    "es": """
        REFUSE privacidad confidencial confidencialidad legales prohibido
        ANS identificar facilitar comunicar nombrar
        NEED necesitaria necesito necesario harian hace_falta haria_falta falta_mas
        GUESS inventando inventar inventarme
        SAID conocido recogido registrado nombra se_menciona se_nombra
        ANS concluir verificarlo decirle decirselo consejo responderle
        REFUSE autorizado autorizada negarme
        ME encuentro encontre tengo tenemos dispongo disponemos puedo podemos sabria veo vi cuento contamos poseo desconozco ignoro logro consigo creo temo lamento prefiero preferiria carezco carecemos localizo hallo conozco voy estoy estamos debo podria no_se lo_se dispuse identifico busque revise sabemos encontramos logramos
        INFO coincidencia coincidencias resultado entrada entradas explicacion mencion_a rastro pronunciamiento conclusion registro_de anotacion elementos
        LACK omitio omitieron omitido omitidos tachado tachados suprimido suprimidos retirado excluye excluyen prescinde obvia echo_en_falta
        GIVE guarda guardan conserva conservan arroja arrojo arrojan devuelve devolvio recoge_nada trae traen aporto brinda brindan reune
        OUT escapa_a rebasa supera excede_de por_encima no_entra
        SAY pronuncia pronuncian entran_en hace_referencia hacen_referencia menciona_nada alude_a ocupa ocupan especifique aclare indique mencione establece establecen refleja reflejan expresa versa versan
        FIND hallo detecto detectado aparezca encuentre reflejado reflejada leo leer rastrear
        CANT incapaz_de no_logro imposibilitado
        ME nuestros mia mio asistente
        SRC intranet portal correo correos borrador conjunto_de_datos adjunto adjuntos enviado enviados enviada compartido compartida pasado pasaste archivos acuerdo convenio estatutos memoria
        HELP pregunte dirigirse ponerse contactar recomendaria preguntar
        CANT imposible incapaz
        SRC documento* documentacion texto* contexto* fuente fuentes folleto* manual manuales guia guias informe informes acta actas nota notas carta articulo* capitulo* seccion secciones apartado* parrafo* anexo* tabla* contrato* clausula* reglamento* normativa* politica* fragmento* pasaje* extracto* pagina* material* archivo* expediente* ficha* lista listado catalogo* libro* estudio* prospecto* instrucciones resumen circular base base_de_conocimiento base_de_datos resultado* contenido* registros sitio_web dosier evidencia proporcionado* facilitad* disponibles suministrad* recuperad* aportad* presentad* arriba
        ME yo me nos mi nuestra nuestro mis he hemos
        YOU usted ustedes le su tu te os
        NOT no nunca jamas tampoco ni apenas
        NONE ningun ninguna ninguno sin nulo
        NIL nada ninguna_parte en_ningun ni_una_palabra
        SAY dice dicen indica indican menciona mencionan especifica especifican precisa precisan aclara aclaran senala revela explica explican detalla detallan nombra nombran cita citan habla hablan aborda abordan trata tratan concreta alude alusion recoge recogen consigna informa describe mencione diga fija desprende deduce desglosa desglosan referencia refiere refieren entra entran especificar precisar aclarar decir define identifica identifican nombrar
        SAID mencionad* indicad* especificad* precisad* detallad* recogid* tratad* abordad* descrit* nombrad* citad* identificad* definid* explicad* documentad* consignad* aclarad*
        GIVE contiene contienen incluye incluyen ofrece ofrecen proporciona proporcionan da dan facilita facilitan aporta aportan muestra muestran permite permiten suficiente suficientes basta bastan cubre cubren cubiert* contempla contemplan enumera lista
        HAVE tengo tenemos dispongo disponemos cuento contamos hay existe existen poseo disponible disponibles acceso constancia obra mano consta constan
        FIND encuentro encontrado encontrar encontre encuentra encontrarse hallo hallado hallar veo visto ver localizo localizar localizado aparece aparecen aparezca figura figuran viene vienen leido revisado buscado consultado buscando busque revise revisar halla
        KNOW se_quien saber conozco conocer seguro segura sabe claro clara consta_que se_sabe lo_se conocimiento certeza se_si
        ANS responder contestar determinar confirmar deducir averiguar decirle establecer concluir asegurar ayudar ayudarle precisar extraer respuesta inferir verificar contestarle responderle precisarle informarle decir_con indicarle afirmar
        CAN puedo podemos puede posible capaz condiciones podria pude sabria permite_saber dificil cabe pueden
        INFO informacion dato datos detalle detalles mencion indicacion pista cifra cifras referencia respuesta indicio constancia alusion desglose especificacion noticia
        WH quien quienes cuando donde que_dia cual cuales cuanto cuanta cuantos cuantas como si_el si_la si_se por_que
        THIS eso esa ese esto esta este ello dicho dicha tal aqui ahi lo
        ASK pregunta preguntas pide pregunto consulta cuestion tema solicita asunto solicitado duda punto plantea planteada respecto
        MUM silencio calla muda mudo abierta abierto ambiguo ambigua vago calla
        LACK falta faltan carece carecen carezco omite omiten ausente ausencia fuera deja dejan laguna insuficiente insuficientes incompleto carecemos
        OUT fuera_del alcance fuera_de excede mas_alla ambito escapa sobrepasa
        UNK desconozco desconoce desconocen desconocido desconocida ignoro incierto incierta indeterminado
        GUESS adivinar especular aventurar suponer conjeturar especulacion adivinando inventar arriesgar suposicion
        ONLY solo solamente unicamente limita limitan exclusivamente
        BUT pero aunque sin_embargo mientras sino embargo si_bien ahora_bien
        SORRY lamentablemente siento disculpe desafortunadamente temo perdon lamento desgraciadamente disculpa
        HELP favor consulte contacte sugiero recomiendo comuniquese pongase dirijase gusto atencion servicio acuda
        TRUTH sinceramente francamente honestamente sencillamente simplemente
        IF si cuando_no caso siempre_que mientras_no
        WHY porque ya_que debido puesto motivo por_lo
        TOLD dijo declaro afirmo testigo respondio aseguro critica denuncia
        EXC salvo excepto menos_que solo_en otra_cosa mas_que no_ser
        PAST fue era fueron estaba resulto habia
        MUST debe deben pueden_ser podra deberan sera seran
        WHO nadie ella alguien
        TIME antes hasta despues aun hoy todavia hoy_en_dia
        REFUSE niego prefiero preferiria rehuso
        VAIN blanco vacio
        LEAD con_lo segun basandome partir
        """,
    "fr": """
        REFUSE confidentialite confidentiel confidentielle legales interdit
        ANS identifier communiquer nommer
        NEED faudrait besoin necessaire necessiterait
        GUESS inventant inventer
        SAID connu consigne enregistre nomme rapporte
        ANS conclusion repondrai conseil affirmer
        REFUSE autorise habilite refuser
        INFO resultat resultats correspondance entree explication avis enseignement mention_de occurrence conclusion avertissement
        LACK retire retires retirees caviarde caviardes omis omise omises supprime supprimes exclut excluent passe_sous fait_l_impasse tait
        GIVE conserve conservent renferme renferment livre_pas rend renvoie renvoye recele recelent reproduit reprend
        OUT sort_de sort_des sortent deborde excede hors_de
        SAY souffle statue stipule stipulent enonce enoncent rapporte rapportent donne_le fait_reference reference revient etablit etablissent ressortir apprend apprennent eclaire eclairent touche concerne
        FIND decele decouvert repere lire_nulle croise rencontre vois_pas releve
        CANT incapable_de dans_l_incapacite inapte
        ME assistant mienne
        SRC intranet portail courriel brouillon archives archive piece pieces joint jointes joints envoye envoyes partage partages mis_a_disposition remis convention corpus recus recu
        HELP adressez_vous renseignez rapprochez contacter interroger
        CANT impossible incapable
        SRC document* documentation texte* contexte* source sources brochure* depliant* manuel* guide guides rapport* proces_verbal note notes lettre* article* chapitre* section* paragraphe* annexe* tableau* contrat* clause* bail reglement* politique* extrait* passage* page pages element elements fichier* dossier* fiche* liste* catalogue* livre* etude* notice* instructions resume* consignes statuts base base_de_connaissances base_de_donnees resultat* contenu* materiel* site corpus fourni* transmis* consult* presente* communique* disposition recupere* ci_dessus preuve*
        ME je j me m nous notre nos moi mes mon
        YOU vous votre vos te ton
        NOT pas jamais guere ni non point
        NONE aucun aucune sans faute_d faute_de nul
        NIL rien nulle_part nullement mot
        NE ne n
        SAY mentionne mentionnent dit disent precise precisent indique indiquent specifie explique expliquent evoque evoquent aborde abordent parle parlent detaille detaillent cite citent nomme nomment decrit decrivent traite traitent traiter signale revele tranche tranchent preciser mentionner dire indiquer fait_mention fait_etat repond repondent renseigne identifie clarifie etend attarde nommer abordee porte donne_pas ressort
        SAID mentionne_e precisee mentionnee mentionnes mentionnees indiquee indiques indiquees specifiee precises precisees decrit decrite traitee traites traitees aborde_e abordes abordees evoquee identifie_e identifiee nommee detaillee documente documentee cite_e citee renseignee explicite explicitee couvert couverte communiquee detaille_e traite_e
        GIVE contient contiennent fournit fournissent donne donnent comporte comportent inclut incluent offre offrent permet permettent apporte apportent suffit suffisent suffisant suffisante couvre couvrent montre assez suffisamment permettre
        HAVE ai avons dispose disposons possede y_a existe existent disponible disponibles detiens disposer acces avoir connaissance sous_la_main ayant
        FIND trouve trouvent trouver trouvee vois voir vu figure figurent apparait apparaissent lis lu repere localiser retrouve parcouru cherche examine consulte_e relu parcourant lire figurer
        KNOW sais savons savoir connais connu connue sur sure certain certaine clair claire certitude connaitre
        ANS repondre determiner dire_qui etablir confirmer deduire conclure affirmer tirer preciser_ce renseigner reponse verifier inferer aider avancer vous_dire trancher prononcer degager indiquer_ce vous_repondre
        CAN peux pouvons peut possible mesure puis parviens saurais pouvoir difficile
        INFO information informations renseignement renseignements donnee donnees detail details mention indication indications precision precisions reponse chiffre indice trace piste reference eclairage
        WH qui quand ou_se quoi quel quelle quels quelles lequel laquelle combien comment pourquoi si_le si_la si_l qu_est
        THIS ce cela ca cette cet ces ceci y en la_dessus ici celui
        ASK question demande demandez demandee sujet point demandee interrogation recherchee
        MUM muet muette muets silence silencieux tait ouverte vague ambigu floue flou ambigue
        LACK manque manquent absent absente absents absentes absence depourvu depourvus depourvue omet omettent lacune insuffisant insuffisante insuffis* fait_defaut defaut incomplet incomplets
        OUT dela hors depasse cadre perimetre sort_du echappe portee
        UNK inconnu inconnue ignore indetermine indeterminee ignorons
        GUESS deviner speculer supposer supposition avancer hasarder inventer conjecturer speculation
        ONLY seulement uniquement limite limitent que_des se_borne seul seule se_limite
        BUT mais cependant toutefois bien_que quoique alors_que tandis pourtant neanmoins
        SORRY malheureusement desole desolee regrette excuses excusez crains helas navre pardon
        HELP veuillez contacter hesitez contactez adressez prie_de consulter conseille merci service volontiers suggere invite
        TRUTH honnetement franchement sincerement simplement
        IF si s lorsque quand_le cas tant_que
        WHY car parce puisque donc raison
        TOLD affirme_que temoin declare reproche affirme repondu critique
        EXC sauf excepte ailleurs qu_en sinon autre_chose que_dans d_autre
        PAST etait etaient fut furent a_ete ete ont
        MUST doit doivent devra pourra faut devront
        WHO personne il elle ils quelqu on
        TIME avant jusqu apres encore jour jours a_ce_jour
        REFUSE refuse prefere preferons prefererais
        VAIN vide
        LEAD partir selon d_apres sur_la_base
        """,
    "cs": """
        REFUSE soukromi duvern* pravnich zakazan* mlcenlivost*
        ANS urcit identifikovat jmenovat
        NEED potreboval* potrebuj* treba potreba
        GUESS vymyslim vymyslet
        SAID zaznamenan* znam dochoval*
        ANS zaver* odpovidat rady sdelovat poskytovat
        REFUSE opravnen* nesmim nebudu
        ME mam nemam mame nemame vim nevim muzu nemuzu mohu nemohu dokazu nedokazu umim neumim vidim nevidim tusim netusim znam neznam obavam nechci odmitam lituji nejsem nasel nenasel nenasla nasla nedisponuji disponuji muzeme nemuzeme nebudu nemyslim myslim
        INFO vysledek vysledky shod* zaznam zminka zminku vysvetlen* stop* odkaz* nalez* tvrzeni vyjadreni
        LACK zacernen* vymazan* odstranen* vyskrtnut* chybelo neuplne postradam postradame vypusten* vyrazen* opomenut*
        GIVE prinesl* prinasi vratil* vraci prineslo nese zachov* uchovav* uvadi_udaj
        OUT nad_ramec presahuje_ramec prekracuj* mimo_rozsah
        SAY vyskytuj* vyjadruj* pojednav* zmini odkazuj* nezaznel* zazniva zaznelo uvadeno sdeluj* rozebran* konkretizuj* doklad* dozvid*
        FIND vyskytuj* objevil* spatril* zaznamenal* nalez* vycist cist narazit
        CANT nejde nelze nedokaz* nezvlad* nemuz* nemohu nemohl* neda_se
        NOT nejde neda
        ME moje mych mou mem mymi nasem nasich asistent
        HAVE ma maji nema nemaji
        SRC archiv* intranet portal* email* koncept* priloze zaslan* poslan* poslal* poslali dodal* sdilen* dohod* stanov* zakon* clanek formular*
        KNOW znalosti znalost vedomost*
        HELP zeptejte dotazte prosim_obratte infolinku
        CANT nemozn* nelze neschop*
        SRC dokument* text texty textu textech textem kontext* zdroj* podklad* letak* brozur* priruc* navod* zprav* zapis* poznamk* dopis* clan* kapitol* oddil* odstav* priloh* tabul* smlouv* dolozk* vyhlas* smernic* predpis* uryv* vynat* pasaz* stran* material* soubor* spis* seznam* katalog* knih* studi* pokyn* souhrn* cenik* vypis* baz* databaz* textov* vysledk* obsah clanc* web archiv* dodan* poskytnut* predlozen* dostupn* prilozen* nalezen* listin* dokumentac* vyse
        ME ja jsem jsme mi nam muj moje nase nasi mne nas mam mame
        YOU vy vam vas vase vasi vase vam ti tve
        NOT ne neni nejsou nikdy nikoli nikoliv nebyl* nelze nesmi nesmej* nebude
        NONE zadn* bez ani
        NIL nic nikde nicem ani_slovo nijak
        SAY uvadi uvadej* zminuj* rika rikaj* specifikuj* popisuj* stanovi hovori mluvi pise pisou resi upravuj* vysvetluj* nazyv* jmenuj* uprsnuj* upresnuj* prozrazuj* udava zabyva* venuj* objasnuj* odhaluj* rozvad* dotyka tyka* vyplyva* zminit vyjadruj* stoji uvest vyvodit rozebira* rozepisuj* rozlisuj*
        SAID uveden* zminen* specifikovan* popsan* stanoven* upresnen* vysvetlen* urcen* pojmenovan* zmineno zaznamenan* obsazen* jmenovan* upraven* resen* vyslovne rozveden* probiran*
        GIVE obsahuj* poskytuj* nabizi nabizej* davaj* dava zahrnuj* staci umoznuj* pokryva* dost dostatecn* ukazuj* prinas* poskytl*
        HAVE mam mame maji existuj* disponuj* dispozic* k_dispozici je_k mit pristup po_ruce maj
        FIND nasel nasla nasli najit nalezl* nalezt nachazi objevuj* videl* vidim vyhledat dohledat dohledal* narazil* figuruj* cetl* prosel* prosla hledal* najdete precetl* prohledal* dozvedet dozvime dozvi objevil* prohlizel* prochazel* zjistil*
        KNOW vim vime vedet znam* jist* jasn* zrejm* jistotou vi tusim tuseni povedomi znalost*
        ANS odpoved* zjistit urcit rict rici potvrdit odvodit stanovit sdelit pomoci pomohu pomoct poradit posoudit usoudit overit zodpoved* doporucit_konkretni tvrdit ucinit rozhodnout dovodit
        CAN muzu mohu muzeme lze mozn* dokaz* schop* umim muze moci podarilo slo
        INFO informac* udaj* data dat detail* podrobnost* zmink* odpoved cislo cisla stopy_o indici* naznak* zpravu_o vodit* konkretn* zaznam* slovo
        WH kdo kdy kde co jak jaky jaka jake jakou jakym ktery ktera ktere kterou zda jestli kolik proc koho komu cim jaci kdo_z ci
        THIS to tom toto tohle tento tato tuto teto tomto tomu tim toho tyto ten te z_toho k_tomu
        ASK otaz* dotaz* tema tematem tematu bod ptate pozadovan* hledan* zeptat
        MUM mlci mlceni otevren* nezodpovezen* nejednoznacn* vagn* nejasn*
        LACK chybi chybej* schazi postrada* vynech* opomij* absenc* nedostat* mezer* chybejici neuplny
        OUT mimo nad_ramec ramec presahuj* rozsah*
        UNK neznam* nejasn* neuveden* nevim nevime netusim nejist* neurcen* neupresnen*
        GUESS hadat odhadovat spekulovat domyslet spekulac* domnenk* tipovat vymyslet hadani dohad*
        ONLY jen pouze jenom vyhradne omezuj* toliko
        BUT ale avsak vsak zatimco ackoli ackoliv nicmene prestoze i_kdyz kdezto
        SORRY bohuzel omlouvam lituji obavam omluva mrzi zal
        HELP prosim obratte kontaktujte doporucuj* radi rad rada linku obratit navstivte podporu
        TRUTH uprimne proste poctive
        IF pokud jestlize kdyz li
        WHY protoze proto jelikoz nebot takze duvod
        TOLD rekl* tvrdil* svedek vypoved* prohlasil* odpovedel* uvedl* kritizuj* odmitl*
        EXC krome vyjma ledaze leda jinak jineho jen_tam teprve az
        PAST byl byla bylo byly zustal* zustav*
        MUST musi smi smej* bude budou plati ma
        WHO nikdo on ona oni kazdy nekdo
        TIME do pred po dosud dodnes jeste dnes
        REFUSE odmitam nechci nechtel* radeji
        VAIN prazdn*
        LEAD podle dle zaklad* z_textu
        """,
    "zh": """
        REFUSE 隐私 保密 法律原因 机密 不便透露 不予
        ANS 辨认 识别 告诉您
        NEED 需要 要有
        GUESS 编造 杜撰 凭空
        SAID 记载 载 保存下来
        ANS 核实 结论 透露 建议
        REFUSE 无权 不会回答 恕 保密 拒答 机密
        INFO 结果 匹配 条目 解释 记录 结论 痕迹 下落 描述 介绍 内容
        LACK 隐去 删去 删除 涂黑 缺 省去 没写 漏掉 缺席
        GIVE 返回 收录 附上 载有 呈现
        OUT 超过 超越 不在 范畴
        SAY 出现 体现 反映 交待 标注 表明 说到 讲明 谈及 列明 载明 注明 显示 回应 言及 论述 记述 写 未说
        FIND 搜索到 查询到 检索到 见到 翻到 读不到 见 找遍
        CANT 推算不出 无能为力 不好 不敢 没能 答不上 不可得 无可
        SRC 发来 分享的 附带 邮件 草稿 数据集 协定 档案 章 节 附注 输入 知识 背景
        CANT 无法 不能 没法 难以 无从 不出 不到 不上来 没办法 无力 未能 不了 不可能
        SRC 文件 文档 文本 文章 文中 文里 上下文 资料 材料 来源 宣传册 手册 指南 报告 纪要 说明书 通知 条款 章节 段落 附件 附录 表格 合同 协议 租约 条文 规定 章程 制度 政策 摘录 片段 页面 内容 档案 清单 目录 书中 书里 原文 记录 网站 知识库 数据库 检索结果 检索到 语料 证据 文献 全文 帮助中心 搜索结果 给定 所给 提供的 现有 手头 上述 以上
        ME 我们 我 本人 本助手
        YOU 您 你
        NOT 不 未 没 并未 并没有 没有 无 从未 尚未 均未 不曾 非
        NIL 任何 丝毫 只字 任何地方
        SAY 提到 提及 谈到 谈及 说明 写明 写到 指出 涉及 讲到 注明 标明 列出 记载 交代 透露 介绍 讨论 描述 解释 明确 指明 点明 阐述 说 写 谈 讲 具体说 明说 细说 规定了 给出 披露 论及 提 区分
        GIVE 包含 包括 提供 含有 给出 足够 足以 充分 支持 覆盖 涵盖
        HAVE 有 拥有 掌握 存在
        FIND 找到 找 查到 看到 发现 查 看见 搜到 检索 看出 读到 找出 查阅 翻遍 浏览
        KNOW 知道 清楚 了解 确定 确知 得知 获知 明白 知晓 晓得 把握 肯定 确切 知
        ANS 回答 判断 确认 推断 得出 作答 答复 推出 答案 断定 帮 查证 解答 推知 定论 下结论 核实 帮忙 帮助
        CAN 能 可以 可
        INFO 信息 细节 数据 说明 答案 线索 依据 数字 金额 日期 详情 相关 有关 方面的 明细 提示 字眼 具体
        WH 谁 何时 哪 什么 多少 是否 如何 怎么 为何 几 何处 何人
        THIS 这 该 此 那 其
        ASK 问题 询问 提问 话题 咨询 所问 问到 问的 您问 你问
        MUM 沉默 只字未提 只字不提 避而不谈 模糊 含糊 语焉不详
        LACK 缺乏 缺少 缺失 欠缺 不足 遗漏 不够 空白 省略 略去 漏
        OUT 超出 范围 之外 以外
        UNK 未知 不详 不明 不清 不得而知 未提及 未说明 未注明
        GUESS 猜测 猜 推测 臆测 瞎猜 妄加
        ONLY 只 仅 仅仅 只是 仅限
        BUT 但 但是 不过 然而 却 至于 虽然 尽管 虽 可是 而
        SORRY 抱歉 对不起 遗憾 可惜 恐怕 不好意思 很遗憾 爱莫能助
        HELP 请 联系 建议 感谢 咨询客服 客服 乐意 欢迎 如需
        TRUTH 坦白 老实 说实话 实话
        IF 如果 若 如 假如 当 除非 一旦 倘若
        WHY 因为 由于 因此 所以 因 故
        TOLD 证人 批评 表示 声称 称 他说 她说 告诉 记者
        EXC 除了 除外 除非 否则 只有 才 其他规定 另有
        PAST 了 曾 过 当时 于
        MUST 必须 应 须 需 需要 应当 会 将 不得
        WHO 人 没有人 无人 他 她 他们 公司 员工
        TIME 之前 之后 至今 以前 尚 仍 前 后 年 直到 到目前
        REFUSE 拒绝 不便 不愿 恕
        LEAD 根据 从 按照 依据 基于
        """,
}  # fmt: skip

COMMON: dict[str, str] = {
    "en": "the of and is in to a an for on by was are be with that it as at does do did not have has can this there what who how which from or i my you we they",
    "de": "der die das und ist in den zu von mit dem ein eine nicht auf im es des fur sich aus wird ich sie zum zur an kein keine",
    "es": "el la los las de que y en un una es por con del al se no su para lo como mas le sin esta pero",
    "fr": "le la les de des du et est un une en que pas ne dans pour par au aux sur il elle ce cette l d n qu je ne aucune",
    "cs": "je se na v z ve o a k s za ze jsem neni to do po od pri by aby ktery pro jako byl bylo podle i kdo kdy",
}  # fmt: skip
"""Small words that tell one language from another."""
